import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { markFailed, markSent } from './deliverRequest.ts'

/** How long a send may take before it is taken for one that was cut off. */
const CUT_OFF_AFTER_MS = 60_000

/**
 * Settles requests that a crash left between intent and outcome: what the provider has under the request's key
 * is finished, what it does not have is withdrawn. Safe to run twice and beside itself. One that cannot be settled
 * holds up no other; its error is thrown when all have been tried.
 */
export async function reconcileConsentRequests(ctx: Visit): Promise<number> {
  const cutOff = await ctx.db.consentRequest.findMany({
    where: { state: 'preparing', createdAt: { lt: new Date(ctx.now().getTime() - CUT_OFF_AFTER_MS) } },
  })
  const errors: unknown[] = []
  for (const request of cutOff) await settle(ctx, request).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
  return cutOff.length
}

async function settle(ctx: Visit, request: ConsentRequest): Promise<void> {
  const envelope = await ctx.signing.find(request.idempotencyKey)
  if (envelope) await markSent(ctx, request, envelope)
  else await markFailed(ctx, request, 'The server stopped before the request was sent')
}
