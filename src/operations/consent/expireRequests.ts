import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { inTransaction } from '../operation.ts'
import { endWithoutSignature } from './endWithoutSignature.ts'

/** Requests per run; the next run continues. */
const BATCH = 500

/**
 * Expires requests whose links have run out. The patient can be asked again, and the people who care for them
 * are alerted. Safe to repeat and to run concurrently.
 */
export async function expireRequests(ctx: RequestContext): Promise<number> {
  const over = await ctx.db.consentRequest.findMany({
    where: { state: 'sent', expiresAt: { lte: ctx.now() } },
    orderBy: { expiresAt: 'asc' },
    take: BATCH,
    select: { id: true, patientId: true },
  })
  const ending = { state: 'expired', reason: 'The patient did not answer before the link ended' } as const
  await eachByItself(over, (request) =>
    inTransaction(ctx, (inside) => endWithoutSignature(inside, request, ending)),
  )
  return over.length
}
