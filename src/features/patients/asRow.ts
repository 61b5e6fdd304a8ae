import type { Row } from '#domain/patients/rowAction.ts'
import type { PatientRow } from './PatientRow.ts'

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
