import type { RequestContext } from '../context.ts'
import { orTryAgain } from './recordProviderProblem.ts'

/**
 * Asks the provider of an open request to remind the patient. Does nothing for a closed request or one that
 * we e-mail.
 */
export async function remindEnvelope(
  ctx: RequestContext,
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
