import type { Visit } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { inTransaction } from '../operation.ts'
import { endRequest } from './endRequest.ts'

/** Requests looked at in one run; the next run takes the rest. */
const BATCH = 500

/**
 * Ends the requests whose links have stopped working: the patient can be asked again, and who cares for them is told.
 * Safe to run twice and beside itself.
 */
export async function expireRequests(ctx: Visit): Promise<number> {
  const over = await ctx.db.consentRequest.findMany({
    where: { state: 'sent', expiresAt: { lte: ctx.now() } },
    orderBy: { expiresAt: 'asc' },
    take: BATCH,
    select: { id: true, patientId: true },
  })
  const ending = { state: 'expired', reason: 'The patient did not answer before the link ended' } as const
  await eachByItself(over, (request) => inTransaction(ctx, (inside) => endRequest(inside, request, ending)))
  return over.length
}
