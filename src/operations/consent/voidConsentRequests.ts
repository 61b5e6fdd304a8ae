import type { Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { closeConsentRequest, unended } from './closeConsentRequest.ts'

/**
 * Voids the patient's open consent request and any scheduled retry. It does not change the patient. Returns
 * `false` if there was none.
 */
export async function voidConsentRequests(
  ctx: RequestContext,
  patient: Pick<Patient, 'id'>,
  reason: string,
): Promise<boolean> {
  const open = await ctx.db.consentRequest.findMany({
    where: { patientId: patient.id, ...unended },
    select: { id: true, patientId: true },
  })
  for (const request of open) await closeConsentRequest(ctx, request, { state: 'voided', reason })
  return open.length > 0
}
