import type { Role } from '../access/actor.ts'
import { namesUser, type SignedAuthorization } from './recipients.ts'

/** When an authorization was revoked and when it expires. */
export type Authorization = { consentRevokedAt: Date | null; consentExpiresAt: Date | null }

/** Why an attorney's access to a patient's records is closed. */
export const recordClosings = ['revoked', 'expired', 'not_named', 'not_signed', 'under_review'] as const
export type RecordClosing = (typeof recordClosings)[number]

/** What ends an authorization for everybody. */
export type AuthorizationEnd = Extract<RecordClosing, 'revoked' | 'expired'>

/** Whether the assigned attorney may see the records before a form is signed. */
export const recordsBeforeConsentChoices = ['open', 'closed'] as const
export type RecordsBeforeConsent = (typeof recordsBeforeConsentChoices)[number]

/** The message for the attorney. */
export const closedRecords: Record<RecordClosing, string> = {
  revoked: 'The patient revoked the consent, so the records are closed.',
  expired: "The patient's authorization has ended, so the records are closed.",
  not_named: 'The form that the patient signed does not name you, so the records are closed to you.',
  not_signed: 'The patient has not signed an authorization yet, so the records are closed.',
  under_review: 'The clinic still has to review the signed form, so the records are closed.',
}

/**
 * Whether an authorization has ended at a time, and why. Under 45 CFR 164.508(c)(1)(v), it expires on a date or event.
 * Under (b)(5), the patient can revoke it.
 */
export function authorizationEnd(
  { consentRevokedAt, consentExpiresAt }: Authorization,
  now: Date,
): AuthorizationEnd | null {
  if (consentRevokedAt !== null) return 'revoked'
  return consentExpiresAt !== null && consentExpiresAt <= now ? 'expired' : null
}

/** The facts about a patient that decide whether an attorney may see the records. */
export type AuthorizationFacts = Authorization & {
  /** `null` before a form is signed. */
  authorization: SignedAuthorization | null
  /** The request whose signed form waits for a review; it opens nothing until staff accept it. */
  reviewRequestId: string | null
}

/**
 * Why the records are closed to a user at a time; `null` if they are open. This is the only place that decides it. The
 * clinic keeps the records, so only attorneys need an authorization. A signed form governs; before one is signed, the
 * clinic's setting does. A form that waits for a review leaves an earlier authorization in force and opens nothing itself.
 */
export function recordsClosed(
  user: { id: string; role: Role; firm?: string | null },
  patient: AuthorizationFacts,
  before: RecordsBeforeConsent,
  now: Date,
): RecordClosing | null {
  const end = authorizationEnd(patient, now)
  const inForce = end ? null : patient.authorization
  if (
    patient.reviewRequestId !== null &&
    !(inForce && (user.role !== 'attorney' || namesUser(inForce, user)))
  )
    return 'under_review'
  if (end || user.role !== 'attorney') return end
  if (inForce) return namesUser(inForce, user) ? null : 'not_named'
  return before === 'open' ? null : 'not_signed'
}
