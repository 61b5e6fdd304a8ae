import { graphql } from '#generated/gql.ts'

/** The data of a chart. The list asks for it while the chart's code is loading. */
export const patientDialogQuery = graphql(`
  query PatientDialog($id: ID!) {
    patient(id: $id) {
      ...PatientRow
      ...HeldChart
      ...PatientFields
      consentSignedAt consentRevokedAt consentExpiresAt consentIsManual consentFormUrl
      authorizedRecipients { userId name firm address }
      authorizedScope { categories sensitive serviceFrom serviceTo } authorizedCategories
      remindersStoppedAt canGetEmails getsTexts canGetTexts openRequests { id kind details dueOn } dropReason droppedAt droppedBy { id firstName lastName }
      consentRevocations { revokedAt reason revokedBy { firstName lastName } }
      createdBy { id firstName lastName }
      identifiers { system value }
      openUntil restriction { ...ChartRestriction }
    }
    patientStatusHistory(patientId: $id, first: 50) {
      edges { node { id from to changedAt changedBy { id firstName lastName } } }
    }
  }
`)
