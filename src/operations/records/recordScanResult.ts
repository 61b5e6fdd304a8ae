import { nextScan, type ScanState } from '#domain/records/scan.ts'
import type { PatientRecord, Prisma } from '#infra/prisma/client.ts'
import type { ScanAnswer } from '#infra/scanning/scanner.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { enqueueSealing } from '../consent/sealScans.ts'
import type { RequestContext } from '../context.ts'

const ended = { nextScanAt: null, scanAttempts: 0, scanTrouble: null }

/**
 * Records the result of a scan of `record`, as it was when claimed. A finding is always recorded; any other result only
 * if the record was not deleted and no other scan was requested in the meantime.
 */
export async function recordScanResult(
  ctx: RequestContext,
  record: PatientRecord,
  answer: ScanAnswer,
): Promise<void> {
  if (answer.kind === 'infected') return lockAway(ctx, record, answer.finding)
  const still = { id: record.id, nextScanAt: record.nextScanAt }
  const { scanState, ...rest } = changeFor(ctx, record, answer)
  const { count } = await ctx.db.patientRecord.updateMany({
    where: still,
    data: { ...rest, ...(scanState && { scanState }) },
  })
  if (count === 0 || !scanState) return
  await auditState(ctx, record, { scanState })
  if (record.isPaperConsent) await enqueueSealing(ctx)
}

type Change = Prisma.PatientRecordUncheckedUpdateManyInput & { scanState?: ScanState }

function changeFor(ctx: RequestContext, record: PatientRecord, answer: ScanAnswer): Change {
  const now = ctx.now()
  if (answer.kind === 'clean')
    return { ...ended, scanState: 'clean', scanReason: null, scanFinding: null, scannedAt: now }
  if (answer.kind === 'too_large') {
    // An earlier finding stays until a scanner reports a different one.
    const isSeen = record.scanState === 'clean' || record.scanState === 'infected'
    return isSeen ? ended : { ...ended, scanState: 'not_scanned', scanReason: 'too_large', scannedAt: now }
  }
  const scanTrouble = 'message' in answer ? answer.message : null
  return { nextScanAt: nextScan(record.scanAttempts, now), scanTrouble }
}

/** Quarantines the file: it stays stored, encrypted, but is never served. Alerts the responsible users once. */
async function lockAway(ctx: RequestContext, record: PatientRecord, finding: string): Promise<void> {
  const { id, patientId, uploadedById } = record
  const data = { ...ended, scanReason: null, scanFinding: finding, scannedAt: ctx.now() }
  const { count: locked } = await ctx.db.patientRecord.updateMany({
    where: { id, scanState: { not: 'infected' } },
    data: { ...data, scanState: 'infected' },
  })
  if (locked === 0) await ctx.db.patientRecord.update({ where: { id }, data })
  await auditState(ctx, record, { scanState: 'infected', finding })
  if (locked === 0) return
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await sendAlert(ctx, 'record_infected', { patient, users: [uploadedById] })
}

const auditState = (
  ctx: RequestContext,
  { id, patientId }: PatientRecord,
  result: { scanState: ScanState; finding?: string },
): Promise<void> =>
  audit(ctx, {
    action: 'updated',
    resourceType: 'patient_record',
    resourceId: id,
    patientId,
    details: { fields: ['scanState'], ...result },
  })
