import type { PatientStatus } from '#domain/patients/status.ts'
import { fullName } from './PatientRow.ts'

/** Who entered a status: whoever was signed in, or else the patient behind a link, or what runs by itself. */
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
