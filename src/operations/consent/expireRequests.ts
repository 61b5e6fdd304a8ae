import type { Visit } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { endRequest } from './endRequest.ts'

/** Requests looked at in one run; the next run takes the rest. */
const BATCH = 500

/**
 * Ends the requests whose links have stopped working: the patient can be asked again, and who cares for them is told.
 * Safe to run twice and beside itself. One that cannot be ended holds up no other.
 */
export async function expireRequests(ctx: Visit): Promise<number> {
  const over = await ctx.db.consentRequest.findMany({
    where: { state: 'sent', expiresAt: { lte: ctx.now() } },
    orderBy: { expiresAt: 'asc' },
    take: BATCH,
    select: { id: true, patientId: true },
  })
  const errors: unknown[] = []
  for (const request of over) {
    const end = inTransaction(ctx, (inside) =>
      endRequest(inside, request, {
        state: 'expired',
        reason: 'The patient did not answer before the link ended',
      }),
    )
    await end.catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
  return over.length
}
