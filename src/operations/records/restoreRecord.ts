import { Failure } from '#domain/errors.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import { PURGED } from '#domain/records/retention.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { chartOf, deletedRecord } from './recordAccess.ts'

/** Restores a deleted record to the list and to the links that it was forwarded with. */
export const restoreRecord = operation(recordIdInput, async (ctx, { patientId, recordId }) => {
  const patient = await patientForUpdate(ctx, patientId)
  const what = { resourceType: 'patient_record' as const, resourceId: recordId }
  authorize(ctx, 'record.restore', chartOf(ctx, patient), what)
  const { purgedAt } = await deletedRecord(ctx, { patientId, recordId })
  if (purgedAt) throw new Failure('conflict', PURGED)
  const record = await ctx.db.patientRecord.update({
    where: { id: recordId },
    data: { deletedAt: null, deletedById: null, deleteReason: null },
  })
  await audit(ctx, {
    action: 'updated',
    ...what,
    patientId,
    details: { fields: ['deletedAt'], restored: true },
  })
  return record
})
