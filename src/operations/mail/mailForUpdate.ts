import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { isBeingSent } from './deliverMail.ts'

/**
 * Locks an unsent e-mail until the transaction ends. Throws `conflict` if it is finished or a worker is
 * sending it now.
 */
export async function mailForUpdate(ctx: OperationContext, mailId: string): Promise<MailMessage> {
  if (!isUuid(mailId)) throw notFound('Mail', mailId)
  await ctx.db.$queryRaw`SELECT 1 FROM mail_messages WHERE id = ${mailId}::uuid FOR UPDATE`
  const message = await ctx.db.mailMessage.findUnique({ where: { id: mailId } })
  if (!message) throw notFound('Mail', mailId)
  if (message.state === 'sent') throw new Failure('conflict', 'This e-mail has been sent')
  if (message.state === 'withdrawn') throw new Failure('conflict', 'This e-mail has been discarded')
  if (isBeingSent(message, ctx.now()))
    throw new Failure('conflict', 'This e-mail is being sent. Look again in a few minutes.')
  return message
}
