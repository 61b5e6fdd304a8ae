import { graphql } from '#generated/gql.ts'
import type { PatientRowFragment } from '#generated/graphql.ts'

/** The data of a patient row and its actions. */
export const patientRow = graphql(`
  fragment PatientRow on Patient {
    id firstName lastName email shownEmail sendRefusal phone status statusSince createdAt
    consultationDate consultationTime consultationLocation consentSentVia consentRetryAt recordsClosed consentIsManual consentFormUrl isRestricted
    assignedAttorney { id firstName lastName }
    createdBy { id }
  }
`)

export type PatientRow = PatientRowFragment

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`
