/** What a key may do of what its user may: a `read` key changes nothing. */
export const apiKeyScopes = ['read', 'write'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Days a key may live. */
export const API_KEY_DAYS = { standard: 90, max: 365 } as const

/** What decides whether a key opens anything now. */
export type ApiKeyFacts = {
  expiresAt: Date
  revokedAt: Date | null
  user: { isActive: boolean; deletedAt: Date | null }
}

/** A key is as good as its user: while nobody may sign in as them, nobody may act as them either. */
export const isUsable = ({ expiresAt, revokedAt, user }: ApiKeyFacts, now: Date): boolean =>
  revokedAt === null && expiresAt > now && user.isActive && user.deletedAt === null
