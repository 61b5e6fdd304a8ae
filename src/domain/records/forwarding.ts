import { type AuthorizationFacts, authorizedCoverage, recordsClosed } from '../consent/authorization.ts'
import { isCovered } from '../consent/scope.ts'
import type { PatientStatus } from '../patients/status.ts'
import type { RecordFacts } from './categories.ts'

/** Days for which the link to forwarded records works. */
export const FORWARDING_DAYS = 7
/** The maximum number of records per link. */
export const FORWARDED_MAX = 100

/** Why a forwarding was ended early. */
export const forwardingEnds = ['withdrawn', 'revoked', 'dropped', 'overridden', 'reassigned'] as const
export type ForwardingEnd = (typeof forwardingEnds)[number]

/** The states of a link: it works, it has expired, the clinic withdrew it, or the consent has ended. */
export const forwardingStates = ['open', 'expired', 'withdrawn', 'closed'] as const
export type ForwardingState = (typeof forwardingStates)[number]

export const forwardingStateLabels: Record<ForwardingState, string> = {
  open: 'Open',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  closed: 'Closed when consent ended',
}

/** What permits a disclosure (45 CFR 164.508, 164.512, 164.524). */
export const legalBases = [
  'authorization',
  'patient_request',
  'subpoena',
  'court_order',
  'treatment',
  'public_health',
  'law_enforcement',
  'other',
] as const
export type LegalBasis = (typeof legalBases)[number]

/**
 * The bases of disclosures outside of Caseload. One that nothing permitted, such as a fax to a wrong number, is in the
 * accounting, too.
 */
export const disclosureBases = [...legalBases, 'mistake'] as const
export type DisclosureBasis = (typeof disclosureBases)[number]

export const disclosureBasisLabels: Record<DisclosureBasis, string> = {
  authorization: 'Signed authorization',
  patient_request: "Patient's own request",
  subpoena: 'Subpoena',
  court_order: 'Court order',
  treatment: 'Treatment',
  public_health: 'Public health authority',
  law_enforcement: 'Law enforcement',
  other: 'Other legal basis',
  mistake: 'None: disclosed by mistake',
}

/** The categories of records for which the law asks for more than for others. */
const guardedCategories = ['substance_use', 'psychotherapy_notes'] as const
type GuardedCategory = (typeof guardedCategories)[number]

const insufficient: Record<GuardedCategory, readonly DisclosureBasis[]> = {
  // A subpoena or a request of law enforcement needs a court order beside it (42 CFR 2.61, 2.65, 2.66), treatment needs the
  // patient's consent (2.33), and a public health authority gets no names (2.54).
  substance_use: ['subpoena', 'law_enforcement', 'treatment', 'public_health'],
  // Anyone but their author may see them only with an authorization, or if a law or a court requires it (45 CFR 164.508(a)(2)). The
  // patient has no right of access to them (164.524(a)(1)(i)).
  psychotherapy_notes: ['patient_request', 'subpoena', 'law_enforcement', 'treatment', 'public_health'],
}

const isGuarded = (category: RecordFacts['category']): category is GuardedCategory =>
  (guardedCategories as readonly unknown[]).includes(category)

/** The category of a record that a basis other than the patient's authorization does not permit to disclose; `null` if it does. */
export const categoryClosedOn = (
  basis: DisclosureBasis,
  { category }: Pick<RecordFacts, 'category'>,
): GuardedCategory | null => (isGuarded(category) && insufficient[category].includes(basis) ? category : null)

/** The facts about a forwarding, its patient and its recipient that decide whether the link works. */
export type ForwardingFacts = {
  expiresAt: Date
  endedFor: ForwardingEnd | null
  basis: DisclosureBasis
  patient: AuthorizationFacts & { status: PatientStatus }
  recipient: { id: string; firm: string | null; isActive: boolean; deletedAt: Date | null; role: string }
}

const unconsented: readonly PatientStatus[] = ['pending_consent', 'consent_sent']
const endedByClinic: readonly ForwardingEnd[] = ['withdrawn', 'reassigned']

/**
 * The state of a link at a time. This is the only place that decides it. A link ends with the recipient's account, and one
 * under an authorization as soon as the form in force does not name the recipient.
 */
export function forwardingState(
  { expiresAt, endedFor, basis, patient, recipient }: ForwardingFacts,
  now: Date,
): ForwardingState {
  if (endedFor !== null) return endedByClinic.includes(endedFor) ? 'withdrawn' : 'closed'
  const needsConsent = basis === 'authorization'
  if (expiresAt <= now) {
    const { consentExpiresAt } = patient
    return needsConsent && consentExpiresAt !== null && consentExpiresAt <= expiresAt ? 'closed' : 'expired'
  }
  if (patient.status === 'dropped') return 'closed'
  if (needsConsent && (unconsented.includes(patient.status) || isClosedTo(recipient, patient, now)))
    return 'closed'
  return recipient.isActive && !recipient.deletedAt && recipient.role === 'attorney' ? 'open' : 'withdrawn'
}

const isClosedTo = (
  { id, firm }: ForwardingFacts['recipient'],
  patient: ForwardingFacts['patient'],
  now: Date,
): boolean => recordsClosed({ id, firm, role: 'attorney' }, patient, 'closed', now) !== null

/** Whether a link shows a record: under an authorization, only while that covers the record; else while its basis permits it. */
export const isForwardedStill = (
  { basis, patient }: Pick<ForwardingFacts, 'basis' | 'patient'>,
  record: RecordFacts,
): boolean =>
  basis === 'authorization'
    ? isCovered(authorizedCoverage(patient.authorization), record)
    : categoryClosedOn(basis, record) === null

/** The message for the holder of a dead link. It describes the link and reveals nothing about the patient. */
export const deadLinks: Record<Exclude<ForwardingState, 'open'> | 'unknown', string> = {
  unknown: 'This link is not valid. Check that you copied all of it, or ask the clinic.',
  expired: `This link has expired: it worked for ${FORWARDING_DAYS} days. Ask the clinic for a new one.`,
  withdrawn: 'The clinic has withdrawn this link. Ask the clinic if you still need the records.',
  closed: 'The authorization for this link has ended, so the records can no longer be opened.',
}

/** Shown if every record behind a link was deleted. */
export const REMOVED_RECORDS =
  'These records are no longer available. The clinic removed them, or the patient no longer shares them.'

/** When a new link expires: after seven days, or with the authorization if that is earlier. */
export function forwardingEndsAt(now: Date, consentExpiresAt: Date | null): Date {
  const end = new Date(now.getTime() + FORWARDING_DAYS * 86_400_000)
  return consentExpiresAt !== null && consentExpiresAt < end ? consentExpiresAt : end
}

/** The kinds of disclosure in the accounting. */
export const disclosureKinds = ['forwarded', 'opened', 'downloaded', 'viewed'] as const
export type DisclosureKind = (typeof disclosureKinds)[number]

export const disclosureKindLabels: Record<DisclosureKind, string> = {
  forwarded: 'Forwarded',
  opened: 'Link opened',
  downloaded: 'Downloaded',
  viewed: 'Viewed',
}
