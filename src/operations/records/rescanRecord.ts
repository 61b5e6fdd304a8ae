import { Failure } from '#domain/errors.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import { NO_SCANNER } from '#domain/records/scan.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { enqueueScan } from './enqueueScan.ts'
import { chartOf, visibleRecord } from './recordAccess.ts'
import { storedFile } from './serveRecord.ts'

/** Requests another scan of a record. The previous result stays until the scanner gives a new one. */
export const rescanRecord = operation(recordIdInput, async (ctx, { patientId, recordId }) => {
  const patient = await visiblePatient(ctx, patientId)
  const what = { resourceType: 'patient_record' as const, resourceId: recordId }
  authorize(ctx, 'record.rescan', chartOf(ctx, patient), what)
  storedFile(await visibleRecord(ctx, { patientId, recordId }))
  if (!ctx.scanner) throw new Failure('conflict', NO_SCANNER)
  const record = await ctx.db.patientRecord.update({
    where: { id: recordId },
    data: { nextScanAt: ctx.now(), scanAttempts: 0, scanTrouble: null },
  })
  await audit(ctx, { action: 'updated', ...what, patientId, details: { fields: ['nextScanAt'] } })
  await enqueueScan(ctx, recordId)
  return record
})
