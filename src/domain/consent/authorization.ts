import type { Role } from '../access/actor.ts'
import type { RecordFacts } from '../records/categories.ts'
import { isRevokedFor, namesUser, type SignedAuthorization } from './recipients.ts'
import { ALL_RECORDS, type Coverage, coverageOf, isCovered } from './scope.ts'

/** When an authorization was revoked and when it expires. */
export type Authorization = { consentRevokedAt: Date | null; consentExpiresAt: Date | null }

/** Why an attorney's access to a patient's records, or to one of them, is closed. */
export const recordClosings = [
  'revoked',
  'expired',
  'not_named',
  'not_signed',
  'under_review',
  'not_covered',
] as const
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
  not_covered: 'No form that the patient signed covers this record, so it is closed to you.',
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

type User = { id: string; role: Role; firm?: string | null | undefined }

/**
 * Why all records are closed to a user at a time; `null` if some may be open. The clinic keeps the records, so only
 * attorneys need an authorization. A signed form governs; before one is signed, the clinic's setting does. A form that
 * waits for a review leaves an earlier authorization in force and opens nothing itself.
 */
export function recordsClosed(
  user: User,
  patient: AuthorizationFacts,
  before: RecordsBeforeConsent,
  now: Date,
): RecordClosing | null {
  const end = authorizationEnd(patient, now)
  const inForce = end ? null : patient.authorization
  if (patient.reviewRequestId !== null && !(inForce && (user.role !== 'attorney' || opensTo(inForce, user))))
    return 'under_review'
  if (end || user.role !== 'attorney') return end
  if (!inForce) return before === 'open' ? null : 'not_signed'
  if (isRevokedFor(inForce, user)) return 'revoked'
  return namesUser(inForce.recipients, user) ? null : 'not_named'
}

const opensTo = (authorization: SignedAuthorization, user: User): boolean =>
  namesUser(authorization.recipients, user) && !isRevokedFor(authorization, user)

/**
 * Which records the authorization covers. Where attorneys see records before a form is signed, they see all but the
 * sensitive ones, which need a form that lists them.
 */
export const authorizedCoverage = (authorization: SignedAuthorization | null): Coverage =>
  authorization ? coverageOf(authorization.scope, authorization.revoked.categories) : coverageOf(ALL_RECORDS)

/** Why one record is closed to a user at a time; `null` if it is open. This is the only place that decides it. */
export function recordClosed(
  user: User,
  patient: AuthorizationFacts,
  record: RecordFacts,
  before: RecordsBeforeConsent,
  now: Date,
): RecordClosing | null {
  const closing = recordsClosed(user, patient, before, now)
  if (closing || user.role !== 'attorney') return closing
  return isCovered(authorizedCoverage(patient.authorization), record) ? null : 'not_covered'
}
