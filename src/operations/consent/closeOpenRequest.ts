import type { Patient } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { closeRequest, unended } from './closeRequest.ts'

/**
 * Voids the patient's open consent request and any scheduled retry. It does not change the patient. Returns
 * `false` if there was none.
 */
export async function closeOpenRequest(
  ctx: Visit,
  patient: Pick<Patient, 'id'>,
  reason: string,
): Promise<boolean> {
  const open = await ctx.db.consentRequest.findMany({
    where: { patientId: patient.id, ...unended },
    select: { id: true, patientId: true },
  })
  for (const request of open) await closeRequest(ctx, request, { state: 'voided', reason })
  return open.length > 0
}
