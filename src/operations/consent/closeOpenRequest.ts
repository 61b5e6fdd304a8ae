import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'

/** Voids the patient's open consent request and with it the link in the patient's hands; `false` without one. */
export async function closeOpenRequest(
  ctx: OperationContext,
  patient: Pick<Patient, 'id'>,
  closeReason: string,
): Promise<boolean> {
  const open = await ctx.db.consentRequest.findFirst({
    where: { patientId: patient.id, state: { in: ['preparing', 'sent'] } },
    select: { id: true },
  })
  if (!open) return false
  await ctx.db.consentRequest.update({
    where: { id: open.id },
    data: { state: 'voided', closedAt: ctx.now(), closeReason },
  })
  await audit(ctx, {
    action: 'consent_voided',
    resourceType: 'consent_request',
    resourceId: open.id,
    patientId: patient.id,
  })
  return true
}
