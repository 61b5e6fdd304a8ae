import { Failure, notFound } from '#domain/errors.ts'
import { mailInput } from '#domain/mail/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { MailMessage } from '#infra/prisma/client.ts'
import { audit, auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, operation } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'
import { deliverLater, isBeingSent } from './deliverMail.ts'

/** An e-mail that waits longer than this is stuck, for instance because mail was turned off. */
const STUCK_MS = 900_000

/** E-mails that need attention: given up, failed at the last try, or stuck. */
const inTrouble = (now: Date) => ({
  OR: [
    { state: 'failed' as const },
    { state: 'waiting' as const, attempts: { gt: 0 } },
    { state: 'waiting' as const, createdAt: { lt: new Date(now.getTime() - STUCK_MS) } },
  ],
})

// An e-mail about a consent request or forwarding leads to the patient through it.
const aboutPatient = {
  request: { select: { patientId: true } },
  forwarding: { select: { patientId: true } },
} as const

/** Returns the page of e-mails that need attention, newest first. */
export function listOutbox(ctx: OperationContext, page: PageArgs): Promise<Page<MailMessage>> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'mail.manage')
    const where = inTrouble(inside.now())
    const found = await readPage(page, newestFirst, (query) =>
      inside.db.mailMessage.findMany({
        ...query,
        where: { AND: [where, query.where] },
        include: aboutPatient,
      }),
    )
    await auditListed(inside, 'mail', {
      filters: [],
      count: found.rows.length,
      patientIds: found.rows.map(
        ({ node }) => node.patientId ?? node.request?.patientId ?? node.forwarding?.patientId ?? null,
      ),
      page: { args: page, found },
    })
    return found
  })
}

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

/** Retries a failed e-mail at once, or as soon as mail is on, with the full number of tries. */
export const retryMail = operation(mailInput, async (ctx, { mailId }): Promise<MailMessage> => {
  authorize(ctx, 'mail.manage', undefined, { resourceType: 'mail', resourceId: mailId })
  const { patientId } = await mailForUpdate(ctx, mailId)
  const nextTryAt = ctx.now()
  const retried = await ctx.db.mailMessage.update({
    where: { id: mailId },
    data: { state: 'waiting', attempts: 0, lastError: null, nextTryAt },
  })
  await deliverLater(ctx, mailId, nextTryAt)
  const details = { fields: ['state'], state: 'waiting' }
  await audit(ctx, { action: 'updated', resourceType: 'mail', resourceId: mailId, patientId, details })
  return retried
})

/** Discards an email permanently. Its row and error stay on record. */
export const discardMail = operation(mailInput, async (ctx, { mailId }): Promise<MailMessage> => {
  authorize(ctx, 'mail.manage', undefined, { resourceType: 'mail', resourceId: mailId })
  const { patientId } = await mailForUpdate(ctx, mailId)
  const discarded = await ctx.db.mailMessage.update({
    where: { id: mailId },
    data: { state: 'withdrawn', nextTryAt: null },
  })
  const details = { fields: ['state'], state: 'withdrawn' }
  await audit(ctx, { action: 'updated', resourceType: 'mail', resourceId: mailId, patientId, details })
  return discarded
})
