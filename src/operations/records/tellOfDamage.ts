import { alertAdministrators } from '../alerts/alertAdministrators.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

/** Records every attempt to read a changed file. Alerts administrators once per file. */
export async function tellOfDamage(
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
  const message = `The file of a record is damaged or missing and can no longer be opened. In the audit log, look for record ${recordId}.`
  await alertAdministrators(ctx, 'record_damaged', message)
}
