import { type Authorization, recordsClosed } from '../consent/authorization.ts'
import type { PatientStatus } from '../patients/status.ts'

/** Days that the link to forwarded records lives. */
export const FORWARDING_DAYS = 7
/** The most records that go behind one link. */
export const FORWARDED_MAX = 100

/** Why a forwarding was ended before its time. */
export const forwardingEnds = ['withdrawn', 'revoked', 'dropped', 'overridden', 'reassigned'] as const
export type ForwardingEnd = (typeof forwardingEnds)[number]

/** What there is to say of a link: it opens, its days are over, the clinic took it back, or the consent is gone. */
export const forwardingStates = ['open', 'expired', 'withdrawn', 'closed'] as const
export type ForwardingState = (typeof forwardingStates)[number]

export const forwardingStateLabels: Record<ForwardingState, string> = {
  open: 'Open',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  closed: 'Closed with the consent',
}

/** What is asked of a forwarding, and of whom it is about and for, to tell whether its link opens. */
export type ForwardingFacts = {
  expiresAt: Date
  endedFor: ForwardingEnd | null
  patient: Authorization & { status: PatientStatus }
  recipient: { isActive: boolean; deletedAt: Date | null; role: string }
}

const unconsented: readonly PatientStatus[] = ['pending_consent', 'consent_sent', 'dropped']
const endedByClinic: readonly ForwardingEnd[] = ['withdrawn', 'reassigned']

/**
 * How a link stands at a moment: the one place that says so. It lives no longer than the consent behind it, and not
 * beyond the recipient's own account.
 */
export function forwardingState(
  { expiresAt, endedFor, patient, recipient }: ForwardingFacts,
  now: Date,
): ForwardingState {
  if (endedFor !== null) return endedByClinic.includes(endedFor) ? 'withdrawn' : 'closed'
  if (expiresAt <= now) {
    const { consentExpiresAt } = patient
    return consentExpiresAt !== null && consentExpiresAt <= expiresAt ? 'closed' : 'expired'
  }
  if (unconsented.includes(patient.status) || recordsClosed(patient, now)) return 'closed'
  return recipient.isActive && !recipient.deletedAt && recipient.role === 'attorney' ? 'open' : 'withdrawn'
}

/** Said to whoever holds a link that opens nothing: what is true of the link, and nothing of the patient. */
export const deadLinks: Record<Exclude<ForwardingState, 'open'> | 'unknown', string> = {
  unknown: 'This link is not known here. Check that it was copied whole, or ask the clinic.',
  expired: `This link has expired: it worked for ${FORWARDING_DAYS} days. Ask the clinic for a new one.`,
  withdrawn: 'The clinic has withdrawn this link. Ask the clinic if you still need the records.',
  closed: 'The authorization behind this link has ended, so that the records are closed.',
}

/** Until when a link lives that is made now: seven days, or to the end of the authorization if that comes first. */
export function forwardingEndsAt(now: Date, consentExpiresAt: Date | null): Date {
  const end = new Date(now.getTime() + FORWARDING_DAYS * 86_400_000)
  return consentExpiresAt !== null && consentExpiresAt < end ? consentExpiresAt : end
}

/** What a line of the accounting tells of. */
export const disclosureKinds = ['forwarded', 'opened', 'downloaded', 'viewed'] as const
export type DisclosureKind = (typeof disclosureKinds)[number]

export const disclosureKindLabels: Record<DisclosureKind, string> = {
  forwarded: 'Forwarded',
  opened: 'Link opened',
  downloaded: 'Downloaded',
  viewed: 'Viewed',
}
