import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { markFailed, markSent } from './deliverRequest.ts'

/** How long a send may take before it is taken for one that was cut off. */
const CUT_OFF_AFTER_MS = 60_000

/** Has a request that was just prepared looked at, in case that nobody lives to tell what came of it. */
export const settleLater = (ctx: Visit, { id, createdAt }: ConsentRequest): Promise<void> =>
  enqueue(
    ctx,
    'settle_consent_request',
    { requestId: id },
    { runAt: new Date(createdAt.getTime() + CUT_OFF_AFTER_MS), key: `settle:${id}` },
  )

/** Which requests were cut off between intent and outcome. */
export const cutOff = (ctx: Visit) => ({
  state: 'preparing' as const,
  createdAt: { lte: new Date(ctx.now().getTime() - CUT_OFF_AFTER_MS) },
})

/** Settles one request, if a crash left it between intent and outcome, and says whether it did. */
export async function settleConsentRequest(
  ctx: Visit,
  { requestId }: { requestId: string },
): Promise<boolean> {
  const request = await ctx.db.consentRequest.findFirst({ where: { id: requestId, ...cutOff(ctx) } })
  if (!request) return false
  await settle(ctx, request)
  return true
}

/**
 * What the provider has under the request's key is finished, what it does not have is withdrawn. Safe to run twice
 * and beside itself.
 */
export async function settle(ctx: Visit, request: ConsentRequest): Promise<void> {
  const envelope = await ctx.signing.of(request.provider).find(request.idempotencyKey)
  if (envelope) await markSent(ctx, request, envelope)
  else await markFailed(ctx, request, 'The server stopped before the request was sent')
}
