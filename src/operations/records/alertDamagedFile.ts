import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

/** Records every attempt to read a changed file. Alerts administrators once per file. */
export async function alertDamagedFile(
  ctx: RequestContext,
  { patientId, recordId }: { patientId: string; recordId: string },
): Promise<void> {
  await audit(ctx, {
    action: 'denied',
    resourceType: 'patient_record',
    resourceId: recordId,
    patientId,
    details: { code: 'damaged' },
  })
  const { count } = await ctx.db.patientRecord.updateMany({
    where: { id: recordId, damagedAt: null },
    data: { damagedAt: ctx.now() },
  })
  if (count === 0) return
  await sendAlert(ctx, 'record_damaged', { recordId })
}
