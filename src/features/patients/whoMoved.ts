import { WITHOUT_USER } from '#domain/audit/withoutUser.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import { fullName } from './PatientRow.ts'

/** Who changed a status: the user, the signer of the form, or the system. */
export const whoMoved = ({
  to,
  changedBy,
}: {
  to: PatientStatus
  changedBy?: { firstName: string; lastName: string } | null
}) => {
  if (changedBy) return fullName(changedBy)
  return to === 'consent_signed' ? 'The signer' : WITHOUT_USER
}
