/** When an authorization was revoked and when it expires. */
export type Authorization = { consentRevokedAt: Date | null; consentExpiresAt: Date | null }

/** Why an attorney's access to a patient's records is closed. */
export const recordClosings = ['revoked', 'expired'] as const
export type RecordClosing = (typeof recordClosings)[number]

/** The message for the attorney. */
export const closedRecords: Record<RecordClosing, string> = {
  revoked: 'The patient revoked the consent, so the records are closed.',
  expired: "The patient's authorization has ended, so the records are closed.",
}

/**
 * Whether access to the records is closed at a time, and why. This is the only place that decides it. Under 45 CFR
 * 164.508(c)(1)(v), an authorization expires on a date or event. Under (b)(5), the patient can revoke it.
 */
export function recordsClosed(
  { consentRevokedAt, consentExpiresAt }: Authorization,
  now: Date,
): RecordClosing | null {
  if (consentRevokedAt !== null) return 'revoked'
  return consentExpiresAt !== null && consentExpiresAt <= now ? 'expired' : null
}
