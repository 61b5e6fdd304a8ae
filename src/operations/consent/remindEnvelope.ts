import type { Visit } from '../context.ts'
import { orTryAgain } from './providerTrouble.ts'

/** Has the provider of an open request ask the patient again; nothing for one that is over, or whose mail is ours. */
export async function remindEnvelope(
  ctx: Visit,
  payload: { requestId: string; tries?: number },
): Promise<void> {
  const request = await ctx.db.consentRequest.findUnique({ where: { id: payload.requestId } })
  if (request?.state !== 'sent' || request.envelopeId === null) return
  const { remote } = ctx.signing.of(request.provider)
  const { envelopeId } = request
  if (!remote) return
  const job = { task: 'remind_envelope' as const, payload, key: `remind:${request.id}` }
  await orTryAgain(ctx, request, job, () => remote.remind(envelopeId))
}
