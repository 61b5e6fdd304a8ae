import type { SigningProviderName } from '#domain/consent/document.ts'
import type { Visit } from '../context.ts'
import { enqueue, type Jobs } from '../enqueue.ts'
import { lookAtEnvelope } from './applyEnvelope.ts'
import { orTryAgain } from './providerTrouble.ts'

type Which = { provider: SigningProviderName; envelopeId: string }

const keyOf = ({ provider, envelopeId }: Which) => `follow:${provider}:${envelopeId}`

/** Has an envelope looked at. However often that is asked for before it is done, it is done once. */
export const followSoon = (ctx: Visit, which: Which): Promise<void> =>
  enqueue(ctx, 'follow_envelope', which, { runAt: ctx.now(), key: keyOf(which) })

/**
 * Asks the provider how an envelope stands, and does what follows from it. What a message of the provider says is only
 * a reason to ask, so it does not matter in which order messages come, or how often.
 */
export async function followEnvelope(ctx: Visit, payload: Jobs['follow_envelope']): Promise<void> {
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

/** What had come of an envelope when it was looked at is settled by that look. */
async function settleEvents(ctx: Visit, { provider, envelopeId }: Which, before: Date, outcome: string) {
  await ctx.db.providerEvent.updateMany({
    where: { provider, envelopeId, handledAt: null, receivedAt: { lte: before } },
    data: { handledAt: ctx.now(), outcome },
  })
}
