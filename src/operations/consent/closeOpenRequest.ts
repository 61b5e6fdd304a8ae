import type { Patient } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { closeRequest } from './closeRequest.ts'

/** Voids the patient's open consent request, whatever becomes of the patient; `false` without one. */
export async function closeOpenRequest(
  ctx: Visit,
  patient: Pick<Patient, 'id'>,
  reason: string,
): Promise<boolean> {
  const open = await ctx.db.consentRequest.findFirst({
    where: { patientId: patient.id, state: { in: ['preparing', 'sent'] } },
    select: { id: true, patientId: true },
  })
  return open !== null && closeRequest(ctx, open, { state: 'voided', reason })
}
