import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { deliverMail } from './deliverMail.ts'

/** E-mails per run; the next run continues. */
const BATCH = 100

/**
 * Sends due e-mails whose own job did not, after a crash or while mail was off. Safe to repeat and to run
 * concurrently.
 */
export async function deliverWaitingMail(ctx: RequestContext): Promise<number> {
  if (!ctx.mailer) return 0
  const due = await ctx.db.mailMessage.findMany({
    where: { state: 'waiting', nextTryAt: { lte: ctx.now() } },
    orderBy: { nextTryAt: 'asc' },
    take: BATCH,
    select: { id: true },
  })
  await eachByItself(due, ({ id: mailId }) => deliverMail(ctx, { mailId }))
  return due.length
}
