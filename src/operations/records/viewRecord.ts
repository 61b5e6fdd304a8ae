import { recordIdInput } from '#domain/records/inputs.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { viewByIdentifier } from '../identifiers.ts'
import { inTransaction, parse } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { type RecordSelection, requireRecordAccess, visibleRecord } from './recordAccess.ts'

/**
 * Returns the details of one record. Checks access to the patient first, so that an attorney without access does not
 * learn whether a record exists.
 */
export function viewRecord(
  ctx: OperationContext,
  raw: { patientId: string; recordId: string },
  selection: RecordSelection = {},
): Promise<PatientRecord> {
  const { patientId, recordId } = parse(recordIdInput, raw)
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    requireRecordAccess(inside, patient, { resourceType: 'patient_record', resourceId: recordId })
    const record = await visibleRecord(inside, { patientId, recordId }, selection)
    requireRecordAccess(inside, patient, { resourceType: 'patient_record', resourceId: recordId }, record)
    await audit(inside, {
      action: 'viewed',
      resourceType: 'patient_record',
      resourceId: recordId,
      patientId,
    })
    return record
  })
}

/** Returns the record with this identifier. The view is audited. */
export const viewRecordByIdentifier = (
  ctx: OperationContext,
  raw: unknown,
  selection: RecordSelection = {},
): Promise<PatientRecord> =>
  viewByIdentifier(ctx, 'record', raw, async (recordId) => {
    const { patientId } = await ctx.db.patientRecord.findUniqueOrThrow({
      where: { id: recordId },
      select: { patientId: true },
    })
    return viewRecord(ctx, { patientId, recordId }, selection)
  })
