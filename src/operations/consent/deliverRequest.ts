import { createHash } from 'node:crypto'
import { nextTry, type SigningProblem, signingProblemOf } from '#domain/consent/signingProblem.ts'
import { showTime } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { Envelope } from '#infra/signing/provider.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { storedDocument } from './findActiveConsentRequest.ts'
import { canMailLink, firstReminderAt, mailConsentRequest } from './mailConsentRequest.ts'
import { returnAfterFailedResend } from './returnAfterFailedResend.ts'
import { withdrawLater } from './withdrawEnvelope.ts'

/** How often a send is retried after a temporary failure; about a day in total. */
const RETRIES = 12

const OUR_ERROR = 'The server could not prepare the request'

/**
 * Sends a prepared request to the provider and records the result. Returns `null` when the request no longer
 * waits to be sent, for instance because the patient was dropped.
 */
export async function deliverRequest(ctx: RequestContext, request: ConsentRequest): Promise<Patient | null> {
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
  const envelope = await order(ctx, request, patient).catch(async (cause: unknown) => {
    const trouble = signingProblemOf(cause)
    if (!trouble) {
      await markFailed(ctx, request, { message: OUR_ERROR, transient: request.retries > 0 })
      throw cause
    }
    const retryAt = await markFailed(ctx, request, trouble)
    const next = retryAt ? `. Caseload tries again at ${showTime(retryAt, ctx.timeZone)}` : ''
    throw new Failure('provider', `The consent form could not be sent: ${trouble.message}${next}`, { cause })
  })
  return markSent(ctx, request, envelope)
}

/** An earlier try may have reached the provider even though its answer was lost. */
async function order(ctx: RequestContext, request: ConsentRequest, patient: Patient): Promise<Envelope> {
  const provider = ctx.signing.of(request.provider)
  const earlier = request.retries > 0 ? await provider.find(request.idempotencyKey, request.createdAt) : null
  const document = storedDocument(request)
  return (
    earlier ??
    provider.send({
      idempotencyKey: request.idempotencyKey,
      document,
      original: async (anchors) => {
        const clinic = { name: ctx.name, timeZone: ctx.timeZone }
        const original = await ctx.renderOriginal(document, clinic, anchors)
        await recordOriginal(ctx, request, original, patient)
        return original
      },
      signer: { name: `${patient.firstName} ${patient.lastName}`, email: patient.email },
      clinicName: ctx.name,
      expiresAt: request.expiresAt,
      isEmbedded: request.channel === 'in_person',
    })
  )
}

/** Stores the hash of the PDF and its address before sending it, because the answer to the send may be lost. */
async function recordOriginal(
  { db }: RequestContext,
  { id, channel }: ConsentRequest,
  original: Uint8Array,
  { email }: Patient,
): Promise<void> {
  const originalSha256 = createHash('sha256').update(original).digest('hex')
  const sentTo = channel === 'remote' ? email : null
  await db.consentRequest.updateMany({ where: { id, state: 'preparing' }, data: { originalSha256, sentTo } })
}

/**
 * Records a successful send: request, status, envelope and audit row in one transaction. A patient whom an
 * administrator has moved on keeps that status. An envelope that is no longer wanted is voided.
 */
export function markSent(
  ctx: RequestContext,
  request: ConsentRequest,
  envelope: Envelope,
): Promise<Patient | null> {
  return inTransaction(ctx, async (inside) => {
    await lockPatientRow(inside, request.patientId)
    const patient = await inside.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
    const { count } = await inside.db.consentRequest.updateMany({
      where: { id: request.id, state: 'preparing' },
      data: {
        state: 'sent',
        sentAt: inside.now(),
        ...(canMailLink(inside, request, patient) && { sentTo: patient.email }),
        nextReminderAt: firstReminderAt(inside, request),
        providerError: null,
        ...envelope,
      },
    })
    if (count === 0) return takeBack(inside, request, envelope)
    const changes = { docusignEnvelopeId: envelope.envelopeId }
    const sent = request.keepsStatus
      ? await inside.db.patient.update({ where: { id: patient.id }, data: changes })
      : await moveAlong(inside, patient, 'send_consent', changes)
    await audit(inside, {
      action: 'consent_sent',
      resourceType: 'consent_request',
      resourceId: request.id,
      patientId: patient.id,
      userId: request.sentById,
      ...(request.channel === 'in_person' && { details: { channel: request.channel } }),
    })
    await mailConsentRequest(inside, request, patient)
    return sent
  })
}

/** An envelope that will be retried stays: the next try finds it. */
async function takeBack(
  ctx: RequestContext,
  { id }: ConsentRequest,
  { envelopeId }: Envelope,
): Promise<null> {
  const isRetried = await ctx.db.consentRequest.findFirst({ where: { id, ...retried }, select: { id: true } })
  if (envelopeId === null || isRetried) return null
  await ctx.db.consentRequest.updateMany({ where: { id, envelopeId: null }, data: { envelopeId } })
  await withdrawLater(ctx, id)
  return null
}

const retried = { state: 'failed', retryAt: { not: null } } as const

/**
 * Records a failed send, and returns when it will be retried. The patient is unchanged and can be asked again. A temporary
 * failure is retried later; after the last retry, an envelope that arrived unnoticed is voided.
 */
export function markFailed(
  ctx: RequestContext,
  request: ConsentRequest,
  trouble: Pick<SigningProblem, 'message'> & Partial<SigningProblem>,
): Promise<Date | null> {
  return inTransaction(ctx, async (inside) => {
    await lockPatientRow(inside, request.patientId)
    const { retryAfterSeconds = null } = trouble
    // An in-person request is not retried, because the patient does not wait at the device.
    const isRetried =
      trouble.transient === true && request.retries < RETRIES && request.channel !== 'in_person'
    const retryAt = isRetried ? nextTry(inside.now(), request.retries, { retryAfterSeconds }) : null
    const { count } = await inside.db.consentRequest.updateMany({
      where: { id: request.id, state: 'preparing' },
      data: { state: 'failed', closedAt: inside.now(), closeReason: trouble.message, retryAt },
    })
    if (count === 0) return null
    await returnAfterFailedResend(inside, { ...request, closeReason: trouble.message })
    if (retryAt) await retryLater(inside, request.id, retryAt)
    else if (trouble.transient) await withdrawLater(inside, request.id)
    await audit(inside, {
      action: 'updated',
      resourceType: 'consent_request',
      resourceId: request.id,
      patientId: request.patientId,
      userId: request.sentById,
      details: { fields: ['state'], state: 'failed' },
    })
    return retryAt
  })
}

export const retryLater = (ctx: RequestContext, requestId: string, runAt: Date): Promise<void> =>
  enqueue(ctx, 'retry_consent_request', { requestId }, { runAt, key: `retry:${requestId}` })
