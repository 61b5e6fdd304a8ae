import type { Visit } from '../context.ts'
import { markFailed, markSent } from './deliverRequest.ts'

/** How long a send may take before it is taken for one that was cut off. */
const CUT_OFF_AFTER_MS = 60_000

/**
 * Settles requests that a crash left between intent and outcome: what the provider has under the request's key
 * is finished, what it does not have is withdrawn. Safe to run twice and beside itself.
 */
export async function reconcileConsentRequests(ctx: Visit): Promise<number> {
  const cutOff = await ctx.db.consentRequest.findMany({
    where: { state: 'preparing', createdAt: { lt: new Date(ctx.now().getTime() - CUT_OFF_AFTER_MS) } },
  })
  for (const request of cutOff) {
    const envelope = await ctx.signing.find(request.idempotencyKey)
    if (envelope) await markSent(ctx, request, envelope)
    else await markFailed(ctx, request, 'The server stopped before the request was sent')
  }
  return cutOff.length
}
