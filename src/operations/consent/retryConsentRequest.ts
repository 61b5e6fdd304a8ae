import { Failure } from '#domain/errors.ts'
import { allowsStep } from '#domain/patients/status.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { deliverRequest } from './deliverRequest.ts'
import { scheduleRecovery } from './recoverConsentRequest.ts'
import { withdrawLater } from './withdrawEnvelope.ts'

/**
 * Retries a send that failed temporarily if it is still wanted: the patient still waits, no newer request is
 * open and the sender is still active. Otherwise it voids an envelope that may have arrived.
 */
export async function retryConsentRequest(
  ctx: RequestContext,
  { requestId }: { requestId: string },
): Promise<void> {
  const request = await inTransaction(ctx, (inside) => takeUp(inside, requestId))
  if (!request) return
  await deliverRequest(ctx, request).catch((error: unknown) => {
    // The request already stores the failure and the time of the next try.
    if (!(error instanceof Failure)) throw error
  })
}

async function takeUp(ctx: RequestContext, requestId: string): Promise<ConsentRequest | null> {
  const found = await ctx.db.consentRequest.findUnique({ where: { id: requestId } })
  if (!found) return null
  await lockPatientRow(ctx, found.patientId)
  const request = await ctx.db.consentRequest.findUniqueOrThrow({ where: { id: requestId } })
  if (request.state !== 'failed' || request.retryAt === null || request.retryAt > ctx.now()) return null
  if (!(await isWanted(ctx, request))) {
    await ctx.db.consentRequest.update({ where: { id: requestId }, data: { retryAt: null } })
    await withdrawLater(ctx, requestId)
    return null
  }
  const taken = await ctx.db.consentRequest.update({
    where: { id: requestId },
    data: {
      state: 'preparing',
      closedAt: null,
      closeReason: null,
      retryAt: null,
      retries: { increment: 1 },
      providerCheckedAt: ctx.now(),
    },
  })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'consent_request',
    resourceId: requestId,
    patientId: request.patientId,
    userId: request.sentById,
    details: { fields: ['state'], state: 'preparing' },
  })
  await scheduleRecovery(ctx, taken)
  return taken
}

async function isWanted(ctx: RequestContext, request: ConsentRequest) {
  const { patientId, sentById, expiresAt, createdAt, keepsStatus } = request
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const sender = await ctx.db.user.findUniqueOrThrow({ where: { id: sentById } })
  const newer = await ctx.db.consentRequest.count({
    where: { patientId, OR: [{ createdAt: { gt: createdAt } }, { state: { in: ['preparing', 'sent'] } }] },
  })
  const isHere = sender.isActive && (sender.role !== 'attorney' || patient.assignedAttorneyId === sender.id)
  const isAwaited = keepsStatus ? patient.status !== 'dropped' : allowsStep(patient.status, 'send_consent')
  return isAwaited && isHere && newer === 0 && expiresAt > ctx.now()
}
