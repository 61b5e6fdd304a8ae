import type { Visit } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { deliverMail } from './deliverMail.ts'

/** Letters looked at in one run; the next run takes the rest. */
const BATCH = 100

/**
 * Sends what is due and was not sent by its own job: after a server died, or while mail was switched off. Safe to run
 * twice and beside itself.
 */
export async function deliverWaitingMail(ctx: Visit): Promise<number> {
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
