import { signingAwayPath } from '#domain/access/screens.ts'
import { deviceHolderInput, signingOutcomeInput } from '#domain/consent/signingInputs.ts'
import { signingProblemOf } from '#domain/consent/signingProblem.ts'
import { Failure } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import { isUuid } from '#domain/text.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RemoteEnvelopes } from '#infra/signing/provider.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { lookAtEnvelope } from './applyEnvelope.ts'
import { hasPass, linkNoLongerValid, refuseSignedInUsers } from './findActiveConsentRequest.ts'
import { followSoon } from './followEnvelope.ts'
import { recordOpening } from './recordOpening.ts'
import { recordTrouble } from './recordProviderProblem.ts'

/** The provider's signing page. The URL works once and for a few minutes. */
export type SigningView = { url: string }

/** The outcome of signing; `open` while unfinished, `unknown` if the provider cannot be reached. */
export type SigningOutcome = {
  outcome: 'signed' | 'declined' | 'ended' | 'open' | 'unknown'
  language: Language
}

/** Opens the provider's signing page for the patient on a clinic device. Each opening is audited. */
export const openSigningView = unwrapped(
  deviceHolderInput,
  async (ctx: RequestContext, holder): Promise<SigningView> => {
    const { request, remote } = await requestOnDevice(ctx, holder)
    if (request.state !== 'sent' || request.expiresAt <= ctx.now()) throw linkNoLongerValid()
    const { id, idempotencyKey, envelopeId, patientId } = request
    const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
    const signer = { name: `${patient.firstName} ${patient.lastName}`, email: patient.email }
    const returnUrl = `${ctx.publicUrl}${signingAwayPath(id)}`
    const url = await remote
      .signingUrl(envelopeId, { idempotencyKey, signer, returnUrl })
      .catch((cause: unknown) => {
        const trouble = signingProblemOf(cause)
        throw trouble ? new Failure('provider', trouble.message, { cause }) : cause
      })
    await inTransaction(ctx, (inside) => recordOpening(inside, request))
    return { url }
  },
)

/**
 * Returns the outcome of signing at the provider. The parameters of the redirect prove nothing, so it asks
 * the provider and applies the answer. If the provider does not answer, a job asks again later.
 */
export const readSigningOutcome = unwrapped(
  signingOutcomeInput,
  async (ctx: RequestContext, { hasReturned, ...holder }): Promise<SigningOutcome> => {
    const { request, remote } = await requestOnDevice(ctx, holder)
    const { language } = request
    if (hasReturned && request.state === 'sent' && !(await askProvider(ctx, remote, request)))
      return { outcome: 'unknown', language }
    const { state } = await ctx.db.consentRequest.findUniqueOrThrow({ where: { id: request.id } })
    if (state === 'sent') return { outcome: 'open', language }
    return { outcome: state === 'signed' || state === 'declined' ? state : 'ended', language }
  },
)

type Away = ConsentRequest & { envelopeId: string }

/**
 * Returns the request for which staff handed over a clinic device. Only that device can open it, and no signed-in user
 * can.
 */
async function requestOnDevice(
  ctx: RequestContext,
  { requestId, pass }: { requestId: string; pass?: string | null | undefined },
): Promise<{ request: Away; remote: RemoteEnvelopes }> {
  refuseSignedInUsers(ctx)
  const request = isUuid(requestId)
    ? await ctx.db.consentRequest.findUnique({ where: { id: requestId } })
    : null
  const remote = request && ctx.signing.of(request.provider).remote
  if (!request?.envelopeId || !remote || !hasPass(ctx, request, pass)) throw linkNoLongerValid()
  return { request: { ...request, envelopeId: request.envelopeId }, remote }
}

/** Whether the provider answered. The system actor applies the answer. */
async function askProvider(ctx: RequestContext, remote: RemoteEnvelopes, request: Away): Promise<boolean> {
  try {
    await lookAtEnvelope(ctx, remote, request)
    return true
  } catch (cause) {
    const trouble = signingProblemOf(cause)
    if (!trouble) throw cause
    await inTransaction(ctx, async (inside) => {
      await recordTrouble(inside, request.id, trouble)
      await followSoon(inside, { provider: request.provider, envelopeId: request.envelopeId })
    })
    return false
  }
}
