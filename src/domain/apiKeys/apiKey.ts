import type { Role } from '../access/actor.ts'

/** Days a key may live. */
export const API_KEY_DAYS = { standard: 90, max: 365 } as const

/** What decides whether a key opens anything now. */
export type ApiKeyFacts = {
  expiresAt: Date
  revokedAt: Date | null
  roleAtCreation: Role
  user: { role: Role; isActive: boolean; deletedAt: Date | null }
}

/** Whether a change of role only adds rights. Attorneys see other patients than staff do, so theirs never does. */
export const isPromotion = (before: Role, after: Role): boolean => before === 'staff' && after === 'admin'

/** The role a key acts with: the one it was made under, and `null` once its user has lost that role. */
export const roleOfKey = (atCreation: Role, now: Role): Role | null =>
  atCreation === now || isPromotion(atCreation, now) ? atCreation : null

/** A key is as good as its user: it ends when the user is deactivated, deleted or loses the role it was made under. */
export const isUsable = ({ expiresAt, revokedAt, roleAtCreation, user }: ApiKeyFacts, now: Date): boolean =>
  revokedAt === null &&
  expiresAt > now &&
  user.isActive &&
  user.deletedAt === null &&
  roleOfKey(roleAtCreation, user.role) !== null
