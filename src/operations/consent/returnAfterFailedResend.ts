import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'

/**
 * Returns the patient to Pending Consent after a resend failed: the old link is dead, so the patient has
 * nothing to sign. Call it inside a transaction.
 */
export async function returnAfterFailedResend(
  ctx: RequestContext,
  {
    patientId,
    replacesId,
    closeReason: reason,
  }: Pick<ConsentRequest, 'patientId' | 'replacesId' | 'closeReason'>,
): Promise<void> {
  if (!replacesId) return
  await lockPatientRow(ctx, patientId)
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await moveAlong(ctx, patient, 'return_to_pending', { ...(reason && { reason }) })
}
