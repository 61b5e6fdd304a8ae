import type { SigningProviderName } from '#domain/consent/document.ts'
import type { RequestContext } from '../context.ts'
import { enqueue, type Jobs } from '../enqueue.ts'
import { lookAtEnvelope } from './applyEnvelope.ts'
import { orTryAgain } from './recordProviderProblem.ts'

type Which = { provider: SigningProviderName; envelopeId: string }

const keyOf = ({ provider, envelopeId }: Which) => `follow:${provider}:${envelopeId}`

/** Queues a check of an envelope. Repeated calls before it runs queue only one. */
export const followSoon = (ctx: RequestContext, which: Which): Promise<void> =>
  enqueue(ctx, 'follow_envelope', which, { runAt: ctx.now(), key: keyOf(which) })

/**
 * Asks the provider for the state of an envelope and applies it. A webhook message only triggers this check,
 * so the order and number of messages do not matter.
 */
export async function followEnvelope(ctx: RequestContext, payload: Jobs['follow_envelope']): Promise<void> {
  const { provider, envelopeId } = payload
  const began = ctx.now()
  const request = await ctx.db.consentRequest.findUnique({ where: { envelopeId } })
  const { remote } = ctx.signing.of(provider)
  if (!request || !remote || request.provider !== provider)
    return settleEvents(ctx, payload, began, 'unknown envelope')
  const job = { task: 'follow_envelope' as const, payload, key: keyOf(payload) }
  await orTryAgain(ctx, request, job, async () => {
    const outcome = await lookAtEnvelope(ctx, remote, { ...request, envelopeId })
    await settleEvents(ctx, payload, began, outcome)
  })
}

/** Marks as handled every event that arrived before the check began. */
async function settleEvents(
  ctx: RequestContext,
  { provider, envelopeId }: Which,
  before: Date,
  outcome: string,
) {
  await ctx.db.providerEvent.updateMany({
    where: { provider, envelopeId, handledAt: null, receivedAt: { lte: before } },
    data: { handledAt: ctx.now(), outcome },
  })
}
