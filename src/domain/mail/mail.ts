/** The kinds of text message. They share the outbox of e-mails. */
export const textKinds = ['visit_text', 'consent_text'] as const
export type TextKind = (typeof textKinds)[number]

/** The kinds of e-mail and text message. */
export const mailKinds = [
  'consent_invitation',
  'consent_reminder',
  'identity_code',
  'consent_copy',
  'alert',
  'records_forwarded',
  'visit_reminder',
  'user_invitation',
  'password_reset',
  'evidence_head',
  'recipient_copy',
  ...textKinds,
] as const
export type MailKind = (typeof mailKinds)[number]

export const isTextKind = (kind: MailKind): kind is TextKind => textKinds.some((one) => one === kind)

/**
 * `waiting` will be sent or retried, `failed` was given up, `withdrawn` became obsolete before it was sent.
 */
export const mailStates = ['waiting', 'sent', 'failed', 'withdrawn'] as const
export type MailState = (typeof mailStates)[number]

export const mailKindLabels: Record<MailKind, string> = {
  consent_invitation: 'Invitation to sign',
  consent_reminder: 'Reminder to sign',
  identity_code: 'Code to prove who signs',
  consent_copy: 'Copy of the signed form',
  alert: 'Copy of an alert',
  records_forwarded: 'Link to forwarded records',
  visit_reminder: 'Reminder of a consultation',
  user_invitation: 'Invitation of a user',
  password_reset: 'Link to reset a password',
  evidence_head: 'Signed state of the audit log',
  recipient_copy: 'Signed form for a recipient',
  visit_text: 'Text message about a consultation',
  consent_text: 'Text message about a form to sign',
}

/** Copies of a user's alerts of one type are sent at least this far apart. */
export const ALERT_COPIES_APART_MINUTES = 10

/** Why an e-mail failed, in words for the front desk instead of network errors. */
export const mailProblem = (error: string): string =>
  /\bE[A-Z_]{4,}\b|timed? ?out|socket|certificate/i.test(error) ? 'the mail server cannot be reached' : error

/** Minutes to wait after each temporary failure; almost a day in total. */
const pauses = [1, 4, 10, 15, 30, 60, 120, 240, 240, 240, 240, 239]

/** When to retry an e-mail that has failed `attempts` times; `null` when it is given up after a day. */
export function nextTry(attempts: number, now: Date): Date | null {
  const minutes = pauses[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
}
