import { isTextKind, nextTry } from '#domain/mail/mail.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { alertsOfOneCopy } from '../alerts/alerts.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { changeTexts } from '../reminders/setPatientReminders.ts'
import { alertMailFailure } from './alertMailFailure.ts'
import { composers } from './composers.ts'
import { asHtml, asText } from './renderEmail.ts'
import { textComposers } from './textComposers.ts'

/** Allowed difference between the clock of this process and that of the database, which starts the job. */
const CLOCKS_APART_MS = 60_000
/** A try that takes longer than this counts as interrupted. */
const TRY_MS = 600_000

/** Whether messages of this kind can be sent. */
export const isOn = ({ mailer, textMessages }: RequestContext, kind: MailMessage['kind']): boolean =>
  (isTextKind(kind) ? textMessages : mailer) !== null

/**
 * Sends one e-mail or text message of the outbox if it is due and records the result. Its text is written at that time.
 * Delivery is at least once: after a crash between sending and recording, it is sent again ten minutes later
 * (an e-mail with the same Message-ID). Two concurrent calls do not both send.
 */
export async function deliverMail(ctx: RequestContext, { mailId }: { mailId: string }): Promise<void> {
  if (!ctx.mailer && !ctx.textMessages) return
  const taken = await inTransaction(ctx, (inside) => take(inside, mailId))
  if (!taken) return
  const trouble = await tried(taken.send)
  await inTransaction(ctx, (inside) =>
    trouble ? putOff(inside, taken.message, trouble) : markSent(inside, taken.message),
  )
}

type Taken = { message: MailMessage; send: () => Promise<void> }

/** Claims a message that is due and writes its text; `null` if there is nothing to send. */
async function take(ctx: RequestContext, mailId: string): Promise<Taken | null> {
  const now = ctx.now()
  await ctx.db.$queryRaw`SELECT 1 FROM mail_messages WHERE id = ${mailId}::uuid FOR UPDATE`
  const due = await ctx.db.mailMessage.findFirst({
    where: { id: mailId, state: 'waiting', nextTryAt: { lte: new Date(now.getTime() + CLOCKS_APART_MS) } },
  })
  if (!due || !isOn(ctx, due.kind)) return null
  const written = isTextKind(due.kind)
    ? await textComposers[due.kind](ctx, due)
    : await composers[due.kind](ctx, due)
  if (!written) {
    await settle(ctx, due, { state: 'withdrawn' })
    return null
  }
  const message = await ctx.db.mailMessage.update({
    where: { id: mailId },
    data: {
      attempts: { increment: 1 },
      nextTryAt: new Date(now.getTime() + TRY_MS),
      lastError: null,
      toAddress: await addressNow(ctx, due),
    },
  })
  const { toAddress: to } = message
  if (typeof written === 'string')
    return { message, send: async () => ctx.textMessages?.send({ to, text: written }) }
  const email = {
    to,
    messageId: message.messageId ?? mailId,
    fromName: ctx.name,
    subject: written.subject,
    text: asText(written),
    html: asHtml(written),
    ...(written.unsubscribe && { unsubscribe: written.unsubscribe }),
  }
  return { message, send: async () => ctx.mailer?.send(email) }
}

/**
 * Uses the current address, in case it was corrected after the e-mail was queued. A representative's copy of a form goes to
 * the address that they gave when they signed, also when the patient has another.
 */
async function addressNow(
  ctx: RequestContext,
  { kind, requestId, toAddress, patientId, userId }: MailMessage,
): Promise<string> {
  // The composer has just checked that it is the number at which the patient agreed.
  if (isTextKind(kind)) return toAddress
  if (kind === 'consent_copy' && requestId) {
    const { representativeEmail } = await ctx.db.consentRequest.findUniqueOrThrow({
      where: { id: requestId },
      select: { representativeEmail: true },
    })
    if (representativeEmail === toAddress) return toAddress
  }
  const where = { id: patientId ?? userId ?? '' }
  const select = { email: true }
  const person = patientId
    ? await ctx.db.patient.findUnique({ where, select })
    : userId && (await ctx.db.user.findUnique({ where, select }))
  return person ? person.email : toAddress
}

/**
 * Whether a try has begun and has no result yet. `take` leaves this state until the try ends or times out.
 */
export const isBeingSent = ({ state, attempts, lastError, nextTryAt }: MailMessage, now: Date): boolean =>
  state === 'waiting' && attempts > 0 && lastError === null && nextTryAt !== null && nextTryAt > now

type DeliveryProblem = { message: string; isFinal: boolean; isOptOut: boolean }

async function tried(send: () => Promise<void>): Promise<DeliveryProblem | null> {
  try {
    await send()
    return null
  } catch (error) {
    const { message, isFinal = false, isOptOut = false } = error as Error & Partial<DeliveryProblem>
    return { message, isFinal, isOptOut }
  }
}

async function markSent(ctx: RequestContext, message: MailMessage): Promise<void> {
  const sentAt = ctx.now()
  if (!(await settle(ctx, message, { state: 'sent', sentAt, lastError: null }))) return
  if (message.alertId) {
    const alert = await ctx.db.alert.findUnique({ where: { id: message.alertId } })
    if (alert)
      await ctx.db.alert.updateMany({ where: alertsOfOneCopy(alert), data: { emailSent: true, sentAt } })
  }
  if (message.kind === 'consent_reminder' || message.kind === 'consent_text')
    await countReminder(ctx, message)
}

/** Counts a reminder of a form once, also if it goes both by e-mail and by text message. */
async function countReminder(ctx: RequestContext, { requestId, reminderId }: MailMessage): Promise<void> {
  if (!requestId || !reminderId) return
  // With the lock, the later one of two messages that are sent at the same time sees the earlier one.
  await ctx.db.$queryRaw`SELECT FROM consent_requests WHERE id = ${requestId}::uuid FOR UPDATE`
  if ((await ctx.db.mailMessage.count({ where: { requestId, reminderId, state: 'sent' } })) > 1) return
  await ctx.db.consentRequest.update({
    where: { id: requestId },
    data: { remindersSent: { increment: 1 } },
  })
}

async function putOff(ctx: RequestContext, message: MailMessage, trouble: DeliveryProblem): Promise<void> {
  const nextTryAt = trouble.isFinal ? null : nextTry(message.attempts, ctx.now())
  const lastError = trouble.message
  if (trouble.isOptOut && message.patientId) {
    await endTexts(ctx, message.patientId)
    await settle(ctx, message, { state: 'withdrawn', lastError })
  } else if (nextTryAt) {
    const data = { nextTryAt, lastError }
    await ctx.db.mailMessage.updateMany({ where: { id: message.id, state: 'waiting' }, data })
    await deliverLater(ctx, message.id, nextTryAt)
  } else if (await settle(ctx, message, { state: 'failed', lastError })) {
    await alertMailFailure(ctx, message)
  }
}

/** The patient told the phone company to stop. */
async function endTexts(ctx: RequestContext, patientId: string): Promise<void> {
  await lockPatientRow(ctx, patientId)
  await changeTexts(ctx, await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } }), null)
}

/** Queues the sending of a message at a time. */
export const deliverLater = (ctx: Pick<RequestContext, 'db'>, mailId: string, runAt: Date): Promise<void> =>
  enqueue(ctx, 'deliver_mail', { mailId }, { runAt, key: `mail:${mailId}` })

/** Ends an e-mail's delivery unless another process already has. The audit row has no address. */
async function settle(
  ctx: RequestContext,
  { id, kind, patientId }: MailMessage,
  end: Pick<MailMessage, 'state'> & Partial<Pick<MailMessage, 'sentAt' | 'lastError'>>,
): Promise<boolean> {
  const { count } = await ctx.db.mailMessage.updateMany({
    where: { id, state: 'waiting' },
    data: { ...end, nextTryAt: null },
  })
  if (count === 0) return false
  await audit(ctx, {
    action: 'updated',
    resourceType: 'mail',
    resourceId: id,
    patientId,
    details: { fields: ['state'], state: end.state, kind },
  })
  return true
}
