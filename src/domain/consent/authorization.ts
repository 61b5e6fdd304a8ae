import type { Role } from '../access/actor.ts'
import type { RecordFacts } from '../records/categories.ts'
import {
  currentRecipients,
  isRevokedFor,
  isSameRecipient,
  namesUser,
  type Recipient,
  type SignedAuthorization,
} from './recipients.ts'
import { ALL_RECORDS, type Coverage, coverageOf, isCovered } from './scope.ts'

/** When an authorization was revoked and when it expires. */
export type Authorization = { consentRevokedAt: Date | null; consentExpiresAt: Date | null }

const DAY_MS = 86_400_000

/** How long a form is valid: until a time that it states, or for some days after the signature. */
type Validity = { validUntil: Date | null; validDays: number | null }

/** When an authorization expires that was signed at `signedAt`; `null` if it is valid until it is revoked. */
export const expiryOf = ({ validUntil, validDays }: Validity, signedAt: Date): Date | null =>
  validUntil ?? (validDays === null ? null : new Date(signedAt.getTime() + validDays * DAY_MS))

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

/** Why a signed form is closed to an attorney. */
export type FormClosing = RecordClosing | 'not_in_force'

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

/** The message for an attorney who asks for a signed form. */
export const closedForms: Record<FormClosing, string> = {
  revoked: 'The patient revoked the consent, so its form is closed.',
  expired: "The patient's authorization has ended, so its form is closed.",
  not_named: 'The form that the patient signed does not name you, so it is closed to you.',
  not_signed: 'The patient has not signed an authorization yet, so there is no form to open.',
  not_covered: 'This form may describe the injury, which the authorization does not open to you.',
  under_review: 'The clinic still has to review the signed form, so it is closed.',
  not_in_force: 'This form is not in force, so it is closed to you.',
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

/** The injury and the clinic's notes have no category and no service date, so they follow the rule for such a record. */
export const WITHOUT_CATEGORY: RecordFacts = { category: null, serviceDate: null }

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

/** A signed form: its request, and whether its text may describe the injury. */
export type FormFacts = { requestId: string; mayStateInjury: boolean }

/**
 * Why a signed form is closed to a user at a time; `null` if it is open. The clinic keeps all forms. An attorney opens only
 * the form in force that names them. A form that may describe the injury also follows the rule for the injury.
 */
export function formClosed(
  user: User,
  patient: AuthorizationFacts,
  { requestId, mayStateInjury }: FormFacts,
  before: RecordsBeforeConsent,
  now: Date,
): FormClosing | null {
  if (user.role !== 'attorney') return null
  const closing = recordsClosed(user, patient, before, now)
  if (closing) return closing
  if (patient.authorization?.requestId !== requestId) return 'not_in_force'
  return mayStateInjury ? recordClosed(user, patient, WITHOUT_CATEGORY, before, now) : null
}

/**
 * Whether a recipient may have the signed form by a link at a time: it is in force and still names them. A form that may
 * describe the injury also follows the rule for the injury.
 */
export function mayHaveForm(
  recipient: Recipient,
  patient: AuthorizationFacts,
  { requestId, mayStateInjury }: FormFacts,
  now: Date,
): boolean {
  const { authorization } = patient
  if (authorization?.requestId !== requestId || authorizationEnd(patient, now) !== null) return false
  return (
    currentRecipients(authorization).some((one) => isSameRecipient(one, recipient)) &&
    (!mayStateInjury || isCovered(authorizedCoverage(authorization), WITHOUT_CATEGORY))
  )
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
