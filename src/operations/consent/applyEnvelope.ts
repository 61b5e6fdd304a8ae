import { createHash } from 'node:crypto'
import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import type { EnvelopeState, RemoteEnvelopes } from '#infra/signing/provider.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { alertLateSignature } from './alertLateSignature.ts'
import { endWithoutSignature } from './endWithoutSignature.ts'
import { recordOpening } from './recordOpening.ts'
import { recordSignature } from './recordSignature.ts'
import { voidConsentRequests } from './voidConsentRequests.ts'
import { endedStatuses, hasEnded } from './withdrawEnvelope.ts'

/** The result of checking an envelope. It becomes the outcome of the provider's webhook message. */
export type Outcome = 'signed' | 'declined' | 'voided' | 'expired' | 'opened' | 'nothing new'

/** Asks the provider for the state of an envelope and applies it. Throws `SigningTrouble`. */
export async function lookAtEnvelope(
  ctx: RequestContext,
  remote: RemoteEnvelopes,
  request: ConsentRequest & { envelopeId: string },
): Promise<Outcome> {
  const state = (await remote.read(request.envelopeId)) ?? gone
  if (state.phase !== 'completed' || !isSignable(request)) return applyEnvelope(ctx, request, state)
  const signed = await remote.collect(request.envelopeId)
  return applyEnvelope(ctx, request, state, signed)
}

type Signed = Awaited<ReturnType<RemoteEnvelopes['collect']>>

const gone: EnvelopeState = {
  phase: 'voided',
  status: 'absent',
  openedAt: null,
  endedAt: null,
  reason: 'The provider no longer has this request',
  ...{ signerName: null, representative: null },
}

/**
 * The provider's clock decides. A form signed in time counts, even if our clock had already expired the
 * request.
 */
const isSignable = ({ state }: Pick<ConsentRequest, 'state'>) => state === 'sent' || state === 'expired'

/**
 * Applies the state of an envelope in one transaction. It reads the request again inside the transaction, so
 * concurrent or late checks neither repeat a step nor undo a later one.
 */
export function applyEnvelope(
  ctx: RequestContext,
  { id, patientId }: Pick<ConsentRequest, 'id' | 'patientId'>,
  state: EnvelopeState,
  signed?: Signed,
): Promise<Outcome> {
  return inTransaction(ctx, async (inside) => {
    await lockPatientRow(inside, patientId)
    const request = await inside.db.consentRequest.findUniqueOrThrow({ where: { id } })
    await note(inside, request, state)
    if (state.phase === 'completed' && isSignable(request))
      return signed ? sign(inside, request, state, signed) : 'nothing new'
    if (state.phase === 'completed') {
      if (request.state !== 'signed' && !hasEnded(request)) await alertLateSignature(inside, request)
      return 'nothing new'
    }
    if (request.state !== 'sent' || state.phase === 'sent') return 'nothing new'
    if (state.phase === 'opened') return request.openedAt ? 'nothing new' : 'opened'
    const { phase } = state
    const reason = state.reason ?? endings[phase]
    return (await endWithoutSignature(inside, request, { state: phase, reason })) ? phase : 'nothing new'
  })
}

const endings = {
  declined: 'The patient declined without giving a reason',
  voided: 'Voided at DocuSign',
  expired: 'The patient did not sign in time',
}

/** Stores the provider's latest status. A status from before the end does not replace a final one. */
async function note(ctx: RequestContext, request: ConsentRequest, state: EnvelopeState): Promise<void> {
  const data: Prisma.ConsentRequestUpdateInput = { providerCheckedAt: ctx.now() }
  if (!hasEnded(request) || endedStatuses.includes(state.status)) data.providerStatus = state.status
  if (request.state === 'sent') data.providerError = null
  const openedAt = request.openedAt ? null : state.openedAt
  if (openedAt) data.openedAt = plausible(ctx, request, openedAt)
  await ctx.db.consentRequest.update({ where: { id: request.id }, data })
  if (openedAt) await recordOpening(ctx, request)
}

/** A moment by the provider's clock, but not before the request was made and not in the future. */
function plausible({ now }: RequestContext, { createdAt }: ConsentRequest, at: Date): Date {
  if (at > now()) return now()
  return at < createdAt ? createdAt : at
}

async function sign(
  ctx: RequestContext,
  request: ConsentRequest,
  state: EnvelopeState,
  { content, certificate }: Signed,
): Promise<Outcome> {
  const signedAt = plausible(ctx, request, state.endedAt ?? ctx.now())
  // A newer request was sent when this one seemed to have expired. It is no longer needed.
  if (request.state === 'expired')
    await voidConsentRequests(ctx, { id: request.patientId }, 'An earlier request was signed')
  const facts = {
    // DocuSign reports the name to which the envelope was sent, so only the representative's own words say who signed.
    signerName: state.representative ?? state.signerName ?? (await nameOf(ctx, request)),
    signatureKind: null,
    signerCapacity: state.representative ? ('representative' as const) : ('patient' as const),
    representativeRelation: state.representative,
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  const form = { content, certificate, sha256, originalSha256: request.originalSha256 }
  return (await recordSignature(ctx, request, signedAt, facts, form)) ? 'signed' : 'nothing new'
}

async function nameOf({ db }: RequestContext, { patientId }: ConsentRequest): Promise<string> {
  const { firstName, lastName } = await db.patient.findUniqueOrThrow({ where: { id: patientId } })
  return `${firstName} ${lastName}`
}
