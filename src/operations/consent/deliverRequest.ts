import type { ConsentDocument } from '#domain/consent/document.ts'
import { Failure } from '#domain/errors.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { Envelope } from '#infra/signing/provider.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { holdPatient } from '../patients/visiblePatient.ts'
import { askByMail, firstReminderAt } from './askByMail.ts'
import { returnAfterFailedResend } from './returnAfterFailedResend.ts'

/**
 * Hands a prepared request to the provider and records what came of it. `null` when the request is no longer
 * waiting to be sent, for instance because the patient was dropped meanwhile.
 */
export async function deliverRequest(ctx: Visit, request: ConsentRequest): Promise<Patient | null> {
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
  const envelope = await order(ctx, request, patient).catch(async (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'no reason given'
    await markFailed(ctx, request, reason)
    throw new Failure('provider', `The consent form could not be sent: ${reason}`, { cause })
  })
  return markSent(ctx, request, envelope)
}

const order = async (ctx: Visit, request: ConsentRequest, patient: Patient): Promise<Envelope> =>
  ctx.signing.of(request.provider).send({
    idempotencyKey: request.idempotencyKey,
    document: request.document as unknown as ConsentDocument,
    signer: { name: `${patient.firstName} ${patient.lastName}`, email: patient.email },
  })

/**
 * The outcome of a send that arrived: request, status, envelope and audit row, together or not at all. A patient
 * whom an administrator has moved on meanwhile stays where they are.
 */
export function markSent(ctx: Visit, request: ConsentRequest, envelope: Envelope): Promise<Patient | null> {
  return inTransaction(ctx, async (inside) => {
    await holdPatient(inside, request.patientId)
    const { count } = await inside.db.consentRequest.updateMany({
      where: { id: request.id, state: 'preparing' },
      data: {
        state: 'sent',
        sentAt: inside.now(),
        nextReminderAt: firstReminderAt(inside, request),
        ...envelope,
      },
    })
    if (count === 0) return null
    const patient = await inside.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
    const sent = await moveAlong(inside, patient, 'send_consent', { docusignEnvelopeId: envelope.envelopeId })
    await audit(inside, {
      action: 'consent_sent',
      resourceType: 'consent_request',
      resourceId: request.id,
      patientId: patient.id,
      userId: request.sentById,
    })
    await askByMail(inside, request, patient)
    return sent
  })
}

/** The outcome of a send that did not arrive; the patient is untouched and may be sent to again. */
export function markFailed(ctx: Visit, request: ConsentRequest, closeReason: string): Promise<void> {
  return inTransaction(ctx, async (inside) => {
    const { count } = await inside.db.consentRequest.updateMany({
      where: { id: request.id, state: 'preparing' },
      data: { state: 'failed', closedAt: inside.now(), closeReason },
    })
    if (count === 0) return
    await returnAfterFailedResend(inside, { ...request, closeReason })
    await audit(inside, {
      action: 'updated',
      resourceType: 'consent_request',
      resourceId: request.id,
      patientId: request.patientId,
      userId: request.sentById,
      details: { fields: ['state'], state: 'failed' },
    })
  })
}
