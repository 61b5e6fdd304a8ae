import type { ConsentRequest } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { closeConsentRequest, type Ending } from './closeConsentRequest.ts'

/**
 * Ends a request without a signature. Returns the patient to Pending Consent unless they are further along,
 * and alerts the creator and the assigned attorney with the reason. Call it inside a transaction. Returns
 * `false` when the request was no longer open.
 */
export async function endWithoutSignature(
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'id' | 'patientId'>,
  ending: Ending,
): Promise<boolean> {
  await lockPatientRow(ctx, request.patientId)
  if (!(await closeConsentRequest(ctx, request, ending))) return false
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
  await moveAlong(ctx, patient, 'return_to_pending', { reason: ending.reason })
  await sendAlert(ctx, `consent_${ending.state}`, { patient, reason: ending.reason })
  return true
}
