import { deleteRecordCallInput } from '#domain/records/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { refuseOnHold } from '../legalHolds/legalHolds.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { chartOf, visibleRecord } from './recordAccess.ts'

/** Marks a record as deleted, with user, time and reason. The row and the file stay. */
export const deleteRecord = operation(deleteRecordCallInput, async (ctx, { patientId, recordId, reason }) => {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'record.delete', chartOf(ctx, patient), {
    resourceType: 'patient_record',
    resourceId: recordId,
  })
  await visibleRecord(ctx, { patientId, recordId })
  await refuseOnHold(ctx, patientId)
  await ctx.db.patientRecord.update({
    where: { id: recordId },
    data: { deletedAt: ctx.now(), deletedById: ctx.actor.id, deleteReason: reason ?? null },
  })
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'patient_record',
    resourceId: recordId,
    patientId,
    details: { hasReason: Boolean(reason) },
  })
  return true
})
