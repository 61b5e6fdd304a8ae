import { createHash } from 'node:crypto'
import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import type { EnvelopeState, RemoteEnvelopes } from '#infra/signing/provider.ts'
import type { Visit } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { holdPatient } from '../patients/visiblePatient.ts'
import { closeOpenRequest } from './closeOpenRequest.ts'
import { endRequest } from './endRequest.ts'
import { noteOpening } from './noteOpening.ts'
import { recordSignature } from './recordSignature.ts'
import { tellSignedTooLate } from './tellSignedTooLate.ts'
import { endedStatuses, hasEnded } from './withdrawEnvelope.ts'

/** What came of looking: a word for whoever asks what became of a provider's message. */
export type Outcome = 'signed' | 'declined' | 'voided' | 'expired' | 'opened' | 'nothing new'

/** Asks the provider how an envelope stands, and does what follows from it. Throws `SigningTrouble`. */
export async function lookAtEnvelope(
  ctx: Visit,
  remote: RemoteEnvelopes,
  request: ConsentRequest & { envelopeId: string },
): Promise<Outcome> {
  const state = (await remote.read(request.envelopeId)) ?? gone
  if (state.standing !== 'completed' || !isSignable(request)) return applyEnvelope(ctx, request, state)
  const signed = await remote.collect(request.envelopeId)
  return applyEnvelope(ctx, request, state, signed)
}

type Signed = Awaited<ReturnType<RemoteEnvelopes['collect']>>

const gone: EnvelopeState = {
  standing: 'voided',
  status: 'absent',
  openedAt: null,
  endedAt: null,
  reason: 'The provider does not have this request any more',
  signerName: null,
}

/** Of two clocks the provider's counts: what it says was signed in time is signed, though we thought it had run out. */
const isSignable = ({ state }: Pick<ConsentRequest, 'state'>) => state === 'sent' || state === 'expired'

/**
 * What follows from how an envelope stands, in one transaction. The request is read again inside it, so that of many
 * looks at once, or a late one, none does anything twice and none undoes what came later.
 */
export function applyEnvelope(
  ctx: Visit,
  { id, patientId }: Pick<ConsentRequest, 'id' | 'patientId'>,
  state: EnvelopeState,
  signed?: Signed,
): Promise<Outcome> {
  return inTransaction(ctx, async (inside) => {
    await holdPatient(inside, patientId)
    const request = await inside.db.consentRequest.findUniqueOrThrow({ where: { id } })
    await note(inside, request, state)
    if (state.standing === 'completed' && isSignable(request))
      return signed ? sign(inside, request, state, signed) : 'nothing new'
    if (state.standing === 'completed') {
      if (request.state !== 'signed' && !hasEnded(request)) await tellSignedTooLate(inside, request)
      return 'nothing new'
    }
    if (request.state !== 'sent' || state.standing === 'sent') return 'nothing new'
    if (state.standing === 'opened') return request.openedAt ? 'nothing new' : 'opened'
    const { standing } = state
    const reason = state.reason ?? endings[standing]
    return (await endRequest(inside, request, { state: standing, reason })) ? standing : 'nothing new'
  })
}

const endings = {
  declined: 'The patient declined without giving a reason',
  voided: 'Taken back at DocuSign',
  expired: 'Nobody signed in time',
}

/** What the provider said last; a word from before the end does not come after it. */
async function note(ctx: Visit, request: ConsentRequest, state: EnvelopeState): Promise<void> {
  const data: Prisma.ConsentRequestUpdateInput = { providerCheckedAt: ctx.now() }
  if (!hasEnded(request) || endedStatuses.includes(state.status)) data.providerStatus = state.status
  if (request.state === 'sent') data.providerError = null
  const isNews = request.openedAt === null && state.openedAt !== null
  if (isNews) data.openedAt = state.openedAt
  await ctx.db.consentRequest.update({ where: { id: request.id }, data })
  if (isNews) await noteOpening(ctx, request)
}

async function sign(
  ctx: Visit,
  request: ConsentRequest,
  state: EnvelopeState,
  { content, certificate }: Signed,
): Promise<Outcome> {
  const now = ctx.now()
  const signedAt = state.endedAt && state.endedAt < now ? state.endedAt : now
  // One that was sent anew when this one seemed to have run out is not needed any more.
  if (request.state === 'expired')
    await closeOpenRequest(ctx, { id: request.patientId }, 'An earlier request turned out to be signed')
  const facts = { signerName: state.signerName ?? (await nameOf(ctx, request)), signatureKind: null }
  const sha256 = createHash('sha256').update(content).digest('hex')
  const form = { content, certificate, sha256, originalSha256: request.originalSha256 }
  return (await recordSignature(ctx, request, signedAt, facts, form)) ? 'signed' : 'nothing new'
}

async function nameOf({ db }: Visit, { patientId }: ConsentRequest): Promise<string> {
  const { firstName, lastName } = await db.patient.findUniqueOrThrow({ where: { id: patientId } })
  return `${firstName} ${lastName}`
}
