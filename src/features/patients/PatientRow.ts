import type { Row, RowActionId } from '#domain/patients/rowAction.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientRowFragment } from '#generated/graphql.ts'

/** The data of a patient row and its actions. */
export const patientRow = graphql(`
  fragment PatientRow on Patient {
    id firstName lastName email shownEmail sendRefusal phone dateOfBirth status statusSince createdAt
    consultationDate consultationTime consultationLocation consentSentVia consentRetryAt recordsClosed clinicalTextsClosed consentIsManual consentFormUrl
    isRestricted
    assignedAttorney { id firstName lastName }
    createdBy { id }
  }
`)

export type PatientRow = PatientRowFragment

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

/** Maps a patient row to the data that decides its actions. */
export const asRow = (patient: PatientRow): Row => ({
  createdById: patient.createdBy.id,
  assignedAttorneyId: patient.assignedAttorney?.id ?? null,
  recordsClosed: patient.recordsClosed ?? null,
  status: patient.status,
  hasConsultation: Boolean(patient.consultationDate),
  hasSigningLink: patient.consentSentVia === 'built_in',
  hasEnvelope: patient.consentSentVia === 'docusign',
  isSentAgain: Boolean(patient.consentRetryAt),
  sendRefusal: patient.sendRefusal,
  isRestricted: patient.isRestricted,
  lacksForm: patient.consentIsManual && !patient.consentFormUrl,
})

/** The props of a dialog about one patient. It is mounted only while open. */
export type PatientDialogProps = { patient: PatientRow; onClose: () => void }

/** A dialog that can start another action gets the row's handler. */
export type OpenedProps = PatientDialogProps & {
  onAction: (action: RowActionId, patient: PatientRow) => void
  /** Shows the patient's signing link; `null` for a user who may not see it. */
  onLink: (() => void) | null
  /** Reloads the rows when the server refuses an action, because they may be outdated. */
  onRefusal: () => void
}
