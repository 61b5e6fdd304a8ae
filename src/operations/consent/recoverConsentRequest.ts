import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { enqueue } from '../enqueue.ts'
import { markFailed, markSent } from './deliverRequest.ts'
import { withdrawLater } from './withdrawEnvelope.ts'

/** A send that takes longer than this counts as interrupted. */
const CUT_OFF_AFTER_MS = 60_000

const CUT_OFF = 'The server stopped before the request was sent'

/**
 * Queues a check of a request that is about to be sent, in case the process dies before it records the
 * result.
 */
export const scheduleRecovery = (
  ctx: RequestContext,
  { id, createdAt, providerCheckedAt }: Pick<ConsentRequest, 'id' | 'createdAt' | 'providerCheckedAt'>,
): Promise<void> =>
  enqueue(
    ctx,
    'settle_consent_request',
    { requestId: id },
    { runAt: new Date((providerCheckedAt ?? createdAt).getTime() + CUT_OFF_AFTER_MS), key: `settle:${id}` },
  )

/** Requests that were interrupted during a first or later send. */
export function cutOff(ctx: RequestContext): Prisma.ConsentRequestWhereInput {
  const before = { lte: new Date(ctx.now().getTime() - CUT_OFF_AFTER_MS) }
  return {
    state: 'preparing',
    createdAt: before,
    OR: [{ providerCheckedAt: null }, { providerCheckedAt: before }],
  }
}

/** Settles one request if a crash interrupted it. Returns whether it did. */
export async function recoverConsentRequest(
  ctx: RequestContext,
  { requestId }: { requestId: string },
): Promise<boolean> {
  const request = await ctx.db.consentRequest.findFirst({ where: { id: requestId, ...cutOff(ctx) } })
  if (!request) return false
  await recoverSend(ctx, request)
  return true
}

/**
 * Completes a request that the provider has under its key and withdraws one that it does not have. Also
 * withdraws a request for a clinic device, because no device got its pass. Safe to repeat and to run
 * concurrently.
 */
export async function recoverSend(ctx: RequestContext, request: ConsentRequest): Promise<void> {
  const provider = ctx.signing.of(request.provider)
  const envelope = await provider.find(request.idempotencyKey, request.createdAt)
  const isOpenable = request.channel !== 'in_person'
  if (envelope && isOpenable) await markSent(ctx, request, envelope)
  else await markFailed(ctx, request, { message: CUT_OFF, transient: request.retries > 0 })
  if (envelope && !isOpenable) await withdrawLater(ctx, request.id)
}

/**
 * Settles every half-sent request after a crash whose own job did not run. Safe to repeat and to run
 * concurrently.
 */
export async function reconcileConsentRequests(ctx: RequestContext): Promise<number> {
  const requests = await ctx.db.consentRequest.findMany({ where: cutOff(ctx) })
  await eachByItself(requests, (request) => recoverSend(ctx, request))
  return requests.length
}
