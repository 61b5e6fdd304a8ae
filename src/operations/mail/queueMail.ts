import { randomUUID } from 'node:crypto'
import { isAddress } from '#domain/patients/noEmail.ts'
import type { MailKind } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'

/** An e-mail's recipient and subject matter. Its text is written when it is sent. */
type MailOrder = {
  kind: MailKind
  to: string
  userId?: string
  patientId?: string
  requestId?: string
  alertId?: string
  forwardingId?: string
  reminderId?: string
}

/**
 * Adds an e-mail to the outbox, so that it is sent only if this transaction commits. Returns `false` if mail
 * is off or the recipient has no address.
 */
export async function queueMail(ctx: RequestContext, { to, ...order }: MailOrder): Promise<boolean> {
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
