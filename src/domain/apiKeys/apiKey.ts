import type { Role } from '../access/actor.ts'

/** The maximum lifetime of a key in days. */
export const API_KEY_DAYS = { standard: 90, max: 365 } as const

/** The facts that decide whether a key is valid now. */
export type ApiKeyFacts = {
  expiresAt: Date
  revokedAt: Date | null
  roleAtCreation: Role
  user: { role: Role; isActive: boolean; deletedAt: Date | null }
}

/** Whether a change of role only adds rights. This is never so for attorneys, who see other patients than staff do. */
export const isPromotion = (before: Role, after: Role): boolean => before === 'staff' && after === 'admin'

/** The role with which a key acts: the one at its creation, or `null` if its user has lost that role. */
export const roleOfKey = (atCreation: Role, now: Role): Role | null =>
  atCreation === now || isPromotion(atCreation, now) ? atCreation : null

/** Whether a key is valid. It ends if its user is deactivated, deleted or loses the role at the key's creation. */
export const isUsable = ({ expiresAt, revokedAt, roleAtCreation, user }: ApiKeyFacts, now: Date): boolean =>
  revokedAt === null &&
  expiresAt > now &&
  user.isActive &&
  user.deletedAt === null &&
  roleOfKey(roleAtCreation, user.role) !== null
