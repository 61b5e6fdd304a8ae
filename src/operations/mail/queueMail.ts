import { randomUUID } from 'node:crypto'
import { isAddress } from '#domain/patients/noEmail.ts'
import type { MailKind } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { enqueue } from '../enqueue.ts'

/** Whom a mail goes to and what it is about; what it says is written when it leaves. */
type MailOrder = {
  kind: MailKind
  to: string
  userId?: string
  patientId?: string
  requestId?: string
  alertId?: string
  forwardingId?: string
}

/**
 * Puts a mail into the outbox: it leaves exactly when the change of this transaction commits. Where no mail is sent,
 * nothing is queued, and the answer is `false`; nor for somebody of whom no address is known.
 */
export async function queueMail(ctx: Visit, { to, ...order }: MailOrder): Promise<boolean> {
  if (!ctx.mailer || !isAddress(to)) return false
  const createdAt = ctx.now()
  const { id } = await ctx.db.mailMessage.create({
    data: {
      ...order,
      toAddress: to,
      createdAt,
      nextTryAt: createdAt,
      messageId: `<${randomUUID()}@${new URL(ctx.publicUrl).hostname}>`,
    },
    select: { id: true },
  })
  await enqueue(ctx, 'deliver_mail', { mailId: id }, { runAt: createdAt, key: `mail:${id}` })
  return true
}
