/** What is known of an authorization: when it was taken back, and when it ends or ended by itself. */
export type Authorization = {
  consentRevokedAt: Date | string | null
  consentExpiresAt: Date | string | null
}

/** Why the records of a patient are closed to the attorney; `null` while they are open. */
export function closedBecause(
  { consentRevokedAt, consentExpiresAt }: Authorization,
  now: Date | string,
): 'revoked' | 'expired' | null {
  if (consentRevokedAt !== null) return 'revoked'
  return consentExpiresAt !== null && new Date(consentExpiresAt) <= new Date(now) ? 'expired' : null
}
