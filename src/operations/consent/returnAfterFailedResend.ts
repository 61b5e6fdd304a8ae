import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { holdPatient } from '../patients/visiblePatient.ts'

/**
 * A request that was to replace another has failed: the other's link is dead, so the patient has nothing to sign and
 * stands at Pending Consent again. For inside a transaction.
 */
export async function returnAfterFailedResend(
  ctx: Visit,
  {
    patientId,
    replacesId,
    closeReason: reason,
  }: Pick<ConsentRequest, 'patientId' | 'replacesId' | 'closeReason'>,
): Promise<void> {
  if (!replacesId) return
  await holdPatient(ctx, patientId)
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await moveAlong(ctx, patient, 'return_to_pending', { ...(reason && { reason }) })
}
