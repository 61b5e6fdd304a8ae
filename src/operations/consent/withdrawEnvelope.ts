import { languageOf } from '#domain/consent/document.ts'
import { SigningTrouble } from '#domain/consent/signingProblem.ts'
import { mailTexts } from '#domain/patientTexts/mailTexts.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { EnvelopeState, SigningProvider } from '#infra/signing/provider.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { alertLateSignature } from './alertLateSignature.ts'
import { storedDocument } from './findActiveConsentRequest.ts'
import { orTryAgain } from './recordProviderProblem.ts'

/** How long a send may take to arrive. */
const ON_THE_WAY_MS = 60_000
/**
 * Provider statuses in which an envelope can no longer be signed; `absent` is our own word for an unknown
 * one.
 */
export const endedStatuses = ['completed', 'declined', 'voided', 'absent']

/** Queues a job that voids the envelope of a closed request, even if the envelope is still being sent. */
export async function withdrawLater(ctx: RequestContext, requestId: string): Promise<void> {
  const request = await ctx.db.consentRequest.findUniqueOrThrow({
    where: { id: requestId },
    select: { provider: true, envelopeId: true, providerStatus: true },
  })
  if (request.provider === 'built_in' || hasEnded(request)) return
  const wait = request.envelopeId ? 0 : ON_THE_WAY_MS
  await enqueue(
    ctx,
    'withdraw_envelope',
    { requestId },
    { runAt: new Date(ctx.now().getTime() + wait), key: `withdraw:${requestId}` },
  )
}

/** Whether the provider has already reported that the envelope can no longer be signed. */
export const hasEnded = ({ providerStatus }: Pick<ConsentRequest, 'providerStatus'>) =>
  providerStatus !== null && endedStatuses.includes(providerStatus)

/**
 * Voids the envelope of a closed request, so that the patient cannot sign it in vain. It checks the state
 * first, so it is safe to repeat and to run concurrently.
 */
export async function withdrawEnvelope(
  ctx: RequestContext,
  payload: { requestId: string; tries?: number },
): Promise<void> {
  const { requestId } = payload
  const request = await ctx.db.consentRequest.findUnique({ where: { id: requestId } })
  if (!request || ['preparing', 'sent', 'signed'].includes(request.state) || hasEnded(request)) return
  const job = { task: 'withdraw_envelope' as const, payload, key: `withdraw:${requestId}` }
  await orTryAgain(ctx, request, job, async () => {
    const provider = ctx.signing.of(request.provider)
    const found = request.envelopeId ?? (await find(provider, request))
    const status = found === null ? 'absent' : await takeBack(provider, found, request)
    await recordEnd(ctx, request, found, status)
  })
}

const find = async (provider: SigningProvider, { idempotencyKey, createdAt }: ConsentRequest) =>
  (await provider.find(idempotencyKey, createdAt))?.envelopeId ?? null

async function takeBack(
  { remote }: SigningProvider,
  envelopeId: string,
  request: ConsentRequest,
): Promise<string> {
  if (!remote) throw new SigningTrouble(NOT_SET_UP)
  const state = await remote.read(envelopeId)
  if (!state) return 'absent'
  if (!isOpen(state)) return state.status
  // The patient reads this. The clinic's own reason stays private.
  const { reason } = mailTexts[languageOf(storedDocument(request))].withdrawn
  await remote.withdraw(envelopeId, reason)
  return 'voided'
}

const NOT_SET_UP = 'The provider of this request is no longer set up on this server'

const isOpen = ({ phase }: EnvelopeState) => phase === 'sent' || phase === 'opened'

async function recordEnd(
  ctx: RequestContext,
  request: ConsentRequest,
  envelopeId: string | null,
  status: string,
) {
  await inTransaction(ctx, async (inside) => {
    await lockPatientRow(inside, request.patientId)
    const { count } = await inside.db.consentRequest.updateMany({
      where: { id: request.id, OR: [{ providerStatus: null }, { providerStatus: { notIn: endedStatuses } }] },
      data: {
        envelopeId,
        providerStatus: status,
        providerCheckedAt: inside.now(),
        providerError: null,
      },
    })
    if (count > 0 && status === 'completed') await alertLateSignature(inside, request)
  })
}
