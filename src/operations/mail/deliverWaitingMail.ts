import { mailKinds } from '#domain/mail/mail.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { deliverMail, isOn } from './deliverMail.ts'

/** Messages per run; the next run continues. */
const BATCH = 100

/**
 * Sends due e-mails and text messages whose own job did not, after a crash or while they were off. Safe to repeat and to run
 * concurrently.
 */
export async function deliverWaitingMail(ctx: RequestContext): Promise<number> {
  const kinds = mailKinds.filter((kind) => isOn(ctx, kind))
  if (kinds.length === 0) return 0
  const due = await ctx.db.mailMessage.findMany({
    where: { kind: { in: kinds }, state: 'waiting', nextTryAt: { lte: ctx.now() } },
    orderBy: [{ nextTryAt: 'asc' }, { id: 'asc' }],
    take: BATCH,
    select: { id: true },
  })
  await eachByItself(due, ({ id: mailId }) => deliverMail(ctx, { mailId }))
  return due.length
}
