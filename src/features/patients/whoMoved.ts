import type { PatientStatus } from '#domain/patients/status.ts'
import { fullName } from './PatientRow.ts'

/** Who changed a status: the user, the patient through a link, or the system. */
export const whoMoved = ({
  to,
  changedBy,
}: {
  to: PatientStatus
  changedBy?: { firstName: string; lastName: string } | null
}) => {
  if (changedBy) return fullName(changedBy)
  return to === 'consent_signed' ? 'The patient' : 'The patient or the system'
}
