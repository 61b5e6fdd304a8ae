import { recordIdInput } from '#domain/records/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { lockedPatient } from '../patients/visiblePatient.ts'
import { chartOf } from './chartOf.ts'
import { visibleRecord } from './visibleRecord.ts'

/** Takes a record out of sight, with who did it and when; the row and the file are kept. */
export const deleteRecord = operation(recordIdInput, async (ctx, { patientId, recordId }) => {
  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'record.delete', chartOf(ctx, patient), {
    resourceType: 'patient_record',
    resourceId: recordId,
  })
  await visibleRecord(ctx, { patientId, recordId })
  await ctx.db.patientRecord.update({
    where: { id: recordId },
    data: { deletedAt: ctx.now(), deletedById: ctx.actor.id },
  })
  await audit(ctx, { action: 'deleted', resourceType: 'patient_record', resourceId: recordId, patientId })
  return true
})
