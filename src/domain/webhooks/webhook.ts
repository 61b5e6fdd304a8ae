/** The maximum number of webhooks of a clinic. All of them are called by one job. */
export const WEBHOOKS_MAX = 20

/** The number of changes in one message. */
export const MESSAGE_CHANGES = 100

/** How long a replaced secret still signs messages, beside the new one. */
export const FORMER_SECRET_HOURS = 24

/** For how many days the log keeps a message. */
export const KEEP_MESSAGES_DAYS = 30

/** Why a webhook is off. */
export const webhookOffReasons = {
  by_user: 'It was switched off',
  unreachable: 'Its address did not accept a message for three days',
  gone: 'Its address answered 410 Gone, which means that it wants no more messages',
  key_ended: 'Its API key has expired, was revoked, or its user lost access',
  place_lost:
    'Its place in the audit log no longer exists, so its receiver has to read all lists again. The webhook has a new place',
  restored: 'A backup was restored, so its receiver has to read all lists again first',
} as const
export type WebhookOffReason = keyof typeof webhookOffReasons

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits after each failed attempt, as Standard Webhooks recommends; a little more than three days in total. */
const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]

/** When to send a message again that has failed this many times; `null` when it is given up. */
export function nextAttempt(failures: number, now: Date): Date | null {
  const wait = waits[failures - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
