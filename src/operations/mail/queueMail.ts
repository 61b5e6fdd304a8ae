import { randomUUID } from 'node:crypto'
import type { TextKind } from '#domain/mail/mail.ts'
import { isAddress } from '#domain/patients/noEmail.ts'
import type { MailKind } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { agreedToTexts } from '../patients/phoneNumber.ts'

/** A message's recipient and subject matter. Its text is written when it is sent. */
type MessageOrder = {
  kind: MailKind
  to: string
  userId?: string
  patientId?: string
  requestId?: string
  alertId?: string
  forwardingId?: string
  reminderId?: string
  recipientCopyId?: string
}

/** Whether e-mail is set up, and this is a real address. */
export const canMail = ({ mailer }: Pick<RequestContext, 'mailer'>, to: string): boolean =>
  mailer !== null && isAddress(to)

/**
 * Adds an e-mail to the outbox, so that it is sent only if this transaction commits, at once or at `runAt`. Returns `false` if
 * mail is off or the recipient has no address.
 */
export async function queueMail(
  ctx: RequestContext,
  order: MessageOrder & { kind: Exclude<MailKind, TextKind> },
  runAt: Date = ctx.now(),
): Promise<boolean> {
  if (!canMail(ctx, order.to)) return false
  await queue(ctx, order, runAt)
  return true
}

type Texted = { phone: string | null; textNumber: string | null }

/** Whether text messages are set up, and the patient agreed to them at the current phone number. */
export const canText = <Patient extends Texted>(
  { textMessages }: Pick<RequestContext, 'textMessages'>,
  patient: Patient,
): patient is Patient & { textNumber: string } => textMessages !== null && agreedToTexts(patient)

/** Adds a text message to the outbox if the patient can get it. */
export async function queueText(
  ctx: RequestContext,
  patient: Texted & { id: string },
  order: { kind: TextKind; requestId?: string; reminderId?: string },
): Promise<void> {
  if (canText(ctx, patient)) await queue(ctx, { ...order, to: patient.textNumber, patientId: patient.id })
}

async function queue(
  ctx: RequestContext,
  { to, ...order }: MessageOrder,
  runAt: Date = ctx.now(),
): Promise<void> {
  const { id } = await ctx.db.mailMessage.create({
    data: {
      ...order,
      toAddress: to,
      createdAt: ctx.now(),
      nextTryAt: runAt,
      messageId: `<${randomUUID()}@${new URL(ctx.publicUrl).hostname}>`,
    },
    select: { id: true },
  })
  await enqueue(ctx, 'deliver_mail', { mailId: id }, { runAt, key: `mail:${id}` })
}
