import type { Actor } from './actor.ts'
import { seesPatient, type VisibilityFacts } from './visibility.ts'

/** Why the user of a task or an appointment cannot attend to it. */
export const unattendedReasons = ['inactive', 'cannot_see_patient'] as const
export type UnattendedReason = (typeof unattendedReasons)[number]

const labels: Record<UnattendedReason, string> = {
  inactive: 'inactive',
  cannot_see_patient: 'cannot see this patient',
}

type Responsible = Pick<Actor, 'id' | 'role'> & { isActive: boolean; deletedAt: Date | null }

/** Why a user cannot attend to work on a patient, or to work without a patient; `null` if the user can. */
export function unattendedReason(
  user: Responsible,
  patient: VisibilityFacts | null,
): UnattendedReason | null {
  if (!user.isActive || user.deletedAt) return 'inactive'
  return patient && !seesPatient(user, patient) ? 'cannot_see_patient' : null
}

/** "Theodore Banks (inactive)". */
export const withUnattended = (name: string, reason: UnattendedReason | null | undefined): string =>
  reason ? `${name} (${labels[reason]})` : name
