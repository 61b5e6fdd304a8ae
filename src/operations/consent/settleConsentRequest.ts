import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { markFailed, markSent } from './deliverRequest.ts'
import { withdrawLater } from './withdrawEnvelope.ts'

/** How long a send may take before it is taken for one that was cut off. */
const CUT_OFF_AFTER_MS = 60_000

const CUT_OFF = 'The server stopped before the request was sent'

/** Has a request that is about to be sent looked at, in case that nobody lives to tell what came of it. */
export const settleLater = (
  ctx: Visit,
  { id, createdAt, providerCheckedAt }: Pick<ConsentRequest, 'id' | 'createdAt' | 'providerCheckedAt'>,
): Promise<void> =>
  enqueue(
    ctx,
    'settle_consent_request',
    { requestId: id },
    { runAt: new Date((providerCheckedAt ?? createdAt).getTime() + CUT_OFF_AFTER_MS), key: `settle:${id}` },
  )

/** Which requests were cut off between intent and outcome, at the first send or at a later one. */
export function cutOff(ctx: Visit): Prisma.ConsentRequestWhereInput {
  const before = { lte: new Date(ctx.now().getTime() - CUT_OFF_AFTER_MS) }
  return {
    state: 'preparing',
    createdAt: before,
    OR: [{ providerCheckedAt: null }, { providerCheckedAt: before }],
  }
}

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
 * What the provider has under the request's key is finished, what it does not have is withdrawn; so is what a device
 * was to open that never heard of it. Safe to run twice and beside itself.
 */
export async function settle(ctx: Visit, request: ConsentRequest): Promise<void> {
  const provider = ctx.signing.of(request.provider)
  const envelope = await provider.find(request.idempotencyKey, request.createdAt)
  const isOpenable = request.channel !== 'in_person'
  if (envelope && isOpenable) await markSent(ctx, request, envelope)
  else await markFailed(ctx, request, { message: CUT_OFF, transient: request.retries > 0 })
  if (envelope && !isOpenable) await withdrawLater(ctx, request.id)
}
