/** What is known of an authorization: when it was taken back, and when it ends or ended by its own words. */
export type Authorization = { consentRevokedAt: Date | null; consentExpiresAt: Date | null }

/** Why an attorney's way to a patient's records is closed. */
export const recordClosings = ['revoked', 'expired'] as const
export type RecordClosing = (typeof recordClosings)[number]

/** Said to the attorney to whom they are closed. */
export const closedRecords: Record<RecordClosing, string> = {
  revoked: 'The patient took the consent back, so the records are closed.',
  expired: "The patient's authorization has ended, so the records are closed.",
}

/**
 * Whether the way to the records is closed at a moment, and why: the one place that says so (45 CFR 164.508(c)(1)(v)
 * has an authorization end on a day or with an event; (b)(5) lets it be taken back).
 */
export function recordsClosed(
  { consentRevokedAt, consentExpiresAt }: Authorization,
  now: Date,
): RecordClosing | null {
  if (consentRevokedAt !== null) return 'revoked'
  return consentExpiresAt !== null && consentExpiresAt <= now ? 'expired' : null
}
