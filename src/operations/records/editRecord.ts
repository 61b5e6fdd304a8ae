import { dateOf } from '#domain/dates.ts'
import { editRecordInput } from '#domain/records/inputs.ts'
import { authorize } from '../authorize.ts'
import { auditEdit, changesOf } from '../edited.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { refuseStale, versioned } from '../version.ts'
import { chartOf, visibleRecord } from './recordAccess.ts'
import { versionOfRecord } from './versionOfRecord.ts'

/**
 * Changes the identifiers of a record, its category and its service date, and with these which forms cover it. For users who may upload to
 * the patient. The values before and after are kept for administrators.
 */
export const editRecord = operation(
  withIdentifiers(versioned(editRecordInput)),
  async (ctx, { patientId, recordId, category, serviceDate, identifiers, expectedVersion }) => {
    const patient = await patientForUpdate(ctx, patientId)
    const what = { resourceType: 'patient_record' as const, resourceId: recordId }
    authorize(ctx, 'record.edit', chartOf(ctx, patient), what)
    const before = await visibleRecord(ctx, { patientId, recordId })
    if (expectedVersion != null) {
      const known = await ctx.db.identifier.findMany({ where: { recordId } })
      refuseStale(versionOfRecord({ ...before, identifiers: known }), expectedVersion, 'record')
    }
    const day = serviceDate ? dateOf(serviceDate) : (serviceDate as null | undefined)
    const changed = changesOf(before, { category, serviceDate: day })
    const newIdentifiers = await saveIdentifiers(ctx, 'record', recordId, identifiers)
    if (newIdentifiers) changed.identifiers = newIdentifiers
    if (Object.keys(changed).length === 0) return before
    const record = await ctx.db.patientRecord.update({
      where: { id: recordId },
      data: { ...(category !== undefined && { category }), ...(day !== undefined && { serviceDate: day }) },
    })
    await auditEdit(ctx, changed, { ...what, patientId })
    return record
  },
)
