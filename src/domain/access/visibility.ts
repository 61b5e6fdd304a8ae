import type { Actor, Role } from './actor.ts'
import type { PatientRelations } from './policy.ts'

/** What can make a patient visible to a user. One reason is enough. */
export type VisibilityReason = 'any' | 'unrestricted' | 'created' | 'assigned' | 'broke_glass'

/** Why each role sees a patient (DECISIONS, role matrix). Every other copy of this rule derives from here. */
const reasonsOf: Record<Role, readonly VisibilityReason[]> = {
  admin: ['any'],
  attorney: ['assigned'],
  staff: ['unrestricted', 'created', 'assigned', 'broke_glass'],
}

/** The reasons that count for a user. Break-the-glass access counts for a person but not for their API keys. */
export const visibilityReasons = ({ role, key }: Pick<Actor, 'role' | 'key'>): VisibilityReason[] =>
  reasonsOf[role].filter((reason) => reason !== 'broke_glass' || !key)

/** The facts about a patient that decide who sees the patient. */
export type VisibilityFacts = PatientRelations & {
  restrictedAt: Date | null
  /** Users with current break-the-glass access; left out where only lasting access counts. */
  openedBy?: readonly string[]
}

const holds: Record<VisibilityReason, (userId: string, patient: VisibilityFacts) => boolean> = {
  any: () => true,
  unrestricted: (_userId, { restrictedAt }) => restrictedAt === null,
  created: (userId, { createdById }) => createdById === userId,
  assigned: (userId, { assignedAttorneyId }) => assignedAttorneyId === userId,
  broke_glass: (userId, { openedBy = [] }) => openedBy.includes(userId),
}

/** Whether a user sees a patient whose facts are known. Operations filter with `patientsVisibleTo` instead. */
export const seesPatient = (user: Pick<Actor, 'id' | 'role' | 'key'>, patient: VisibilityFacts): boolean =>
  visibilityReasons(user).some((reason) => holds[reason](user.id, patient))
