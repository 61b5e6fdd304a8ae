import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

/** The decision about a form; a rejection has a reason. */
type Decision = { state: 'accepted' } | { state: 'rejected'; reason: string }

/** Stores and audits the decision about a form that waited for a review. Call it inside a transaction. */
export async function closeReview(
  ctx: RequestContext,
  { id: requestId, patientId }: { id: string; patientId: string },
  decision: Decision,
): Promise<void> {
  await ctx.db.consentRequest.update({
    where: { id: requestId },
    data: {
      reviewState: decision.state,
      reviewedAt: ctx.now(),
      reviewedById: ctx.actor?.id ?? null,
      reviewNote: decision.state === 'rejected' ? decision.reason : null,
    },
  })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'consent_request',
    resourceId: requestId,
    patientId,
    details: { fields: ['reviewState'], state: decision.state },
  })
}

/** Closes the review of the patient's form because a later event makes it pointless. */
export async function dropReview(ctx: RequestContext, patient: Patient, reason: string): Promise<void> {
  const { id: patientId, reviewRequestId: id } = patient
  if (id === null) return
  await closeReview(ctx, { id, patientId }, { state: 'rejected', reason })
  await ctx.db.patient.update({ where: { id: patientId }, data: { reviewRequestId: null } })
}
