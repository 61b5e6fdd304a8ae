import type { Visit } from '../context.ts'

/** Hands one waiting mail on. While no mail server is set up there is nobody to hand it to, and the outbox says so. */
export async function deliverMail(ctx: Visit, { mailId }: { mailId: string }): Promise<void> {
  await ctx.db.mailMessage.updateMany({
    where: { id: mailId, state: 'waiting' },
    data: { state: 'failed', lastError: 'No mail server is set up', nextTryAt: null },
  })
}
