import { recordIdInput } from '#domain/records/inputs.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { permitView } from './permitView.ts'
import { type RecordSelection, visibleRecord } from './visibleRecord.ts'

/**
 * Looks at what is known of one record. The patient decides who may, before it is looked for: whether a record exists
 * is not told to an attorney whose way is closed.
 */
export function viewRecord(
  ctx: OperationContext,
  raw: { patientId: string; recordId: string },
  selection: RecordSelection = {},
): Promise<PatientRecord> {
  const { patientId, recordId } = parse(recordIdInput, raw)
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    permitView(inside, patient, { resourceType: 'patient_record', resourceId: recordId })
    const record = await visibleRecord(inside, { patientId, recordId }, selection)
    await audit(inside, {
      action: 'viewed',
      resourceType: 'patient_record',
      resourceId: recordId,
      patientId,
    })
    return record
  })
}
