import { dateOf } from '#domain/dates.ts'
import { editRecordInput } from '#domain/records/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { chartOf, visibleRecord } from './recordAccess.ts'

/**
 * Changes the category and the service date of a record, and with them which forms cover it. For users who may upload to
 * the patient. The audit row names the changed fields, not their values.
 */
export const editRecord = operation(
  editRecordInput,
  async (ctx, { patientId, recordId, category, serviceDate }) => {
    const patient = await patientForUpdate(ctx, patientId)
    const what = { resourceType: 'patient_record', resourceId: recordId }
    authorize(ctx, 'record.edit', chartOf(ctx, patient), what)
    const before = await visibleRecord(ctx, { patientId, recordId })
    const day = serviceDate ? dateOf(serviceDate) : (serviceDate as null | undefined)
    const isNewCategory = category !== undefined && category !== before.category
    const isNewDate = day !== undefined && day?.getTime() !== before.serviceDate?.getTime()
    if (!isNewCategory && !isNewDate) return before
    const record = await ctx.db.patientRecord.update({
      where: { id: recordId },
      data: { ...(isNewCategory && { category }), ...(isNewDate && { serviceDate: day }) },
    })
    await audit(ctx, {
      action: 'updated',
      ...what,
      patientId,
      details: { fields: [...(isNewCategory ? ['category'] : []), ...(isNewDate ? ['serviceDate'] : [])] },
    })
    return record
  },
)
