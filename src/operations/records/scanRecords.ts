import { Failure } from '#domain/errors.ts'
import { isDamaged } from '#domain/records/refusals.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import type { ScanAnswer, Scanner } from '#infra/scanning/scanner.ts'
import { auditAll } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { alertDamagedFile } from './alertDamagedFile.ts'
import { recordScanResult } from './recordScanResult.ts'
import { storedFile } from './serveRecord.ts'

/** The time after which an attempt counts as interrupted. It is longer than the scanner's time limit. */
const TRY_MS = 600_000
/** The batch size for records from before there was a scanner, and for records after the scanner was removed. */
const BATCH = 100

/** The scans running in this process: one file for each scanner at a time, so that other jobs are not delayed. */
const running = new WeakMap<Scanner, { isAskedAgain: boolean }>()

/**
 * Scans all due records: new ones first, then those from before there was a scanner. It may be interrupted and run
 * again at any time, even in several processes at once. A record whose scan did not finish is due again after a
 * while. Ends if the scanner is unavailable; the next run tries again.
 */
export async function scanRecords(ctx: RequestContext): Promise<void> {
  const { scanner } = ctx
  if (!scanner) return stopWaiting(ctx)
  const other = running.get(scanner)
  if (other) {
    other.isAskedAgain = true
    return
  }
  const run = { isAskedAgain: true }
  running.set(scanner, run)
  try {
    while (run.isAskedAgain) {
      run.isAskedAgain = false
      await scanDue(ctx, scanner)
    }
  } finally {
    running.delete(scanner)
  }
}

async function scanDue(ctx: RequestContext, scanner: Scanner): Promise<void> {
  for (;;) {
    const record = await inTransaction(ctx, take)
    if (!record) {
      if ((await takeUpOld(ctx)) === 0) return
      continue
    }
    const answer = await answerFor(ctx, scanner, record)
    await inTransaction(ctx, (inside) => recordScanResult(inside, record, answer))
    if (answer.kind === 'away') return
  }
}

/** Claims the next due record until the attempt must be over, so that no other worker takes it. */
async function take(ctx: RequestContext): Promise<PatientRecord | null> {
  const now = ctx.now()
  const [due] = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM patient_records
    WHERE next_scan_at <= ${now} AND deleted_at IS NULL
    ORDER BY scan_state <> 'waiting', next_scan_at LIMIT 1 FOR UPDATE SKIP LOCKED`
  if (!due) return null
  return ctx.db.patientRecord.update({
    where: { id: due.id },
    data: { nextScanAt: new Date(now.getTime() + TRY_MS), scanAttempts: { increment: 1 } },
  })
}

async function answerFor(ctx: RequestContext, scanner: Scanner, record: PatientRecord): Promise<ScanAnswer> {
  try {
    const file = storedFile(record)
    return await scanner.scan(() => ctx.recordStore.read(file))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { patientId, id: recordId } = record
    if (isDamaged(error) && record.damagedAt === null)
      await inTransaction(ctx, (inside) => alertDamagedFile(inside, { patientId, recordId }))
    return { kind: 'trouble', message: error.message }
  }
}

/** Queues some records from before there was a scanner; they can still be opened until their scan. */
async function takeUpOld(ctx: RequestContext): Promise<number> {
  const never = { scanReason: 'no_scanner', nextScanAt: null, deletedAt: null, wrappedKey: { not: null } }
  const old = await ctx.db.patientRecord.findMany({ where: never, take: BATCH, select: { id: true } })
  const { count } = await ctx.db.patientRecord.updateMany({
    where: { ...never, id: { in: old.map(({ id }) => id) } },
    data: { nextScanAt: ctx.now() },
  })
  return count
}

/** After the scanner was removed, waiting records would wait forever. */
async function stopWaiting(ctx: RequestContext): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    count = await inTransaction(ctx, async (inside) => {
      const where = { scanState: 'waiting' as const, nextScanAt: { not: null }, deletedAt: null }
      const some = await inside.db.patientRecord.findMany({ where, take: BATCH, select: { id: true } })
      const records = await inside.db.patientRecord.updateManyAndReturn({
        where: { ...where, id: { in: some.map(({ id }) => id) } },
        data: { scanState: 'not_scanned', scanReason: 'no_scanner', nextScanAt: null, scanTrouble: null },
        select: { id: true, patientId: true },
      })
      await auditAll(
        inside,
        records.map(({ id: resourceId, patientId }) => ({
          action: 'updated',
          resourceType: 'patient_record',
          resourceId,
          patientId,
          details: { fields: ['scanState'], scanState: 'not_scanned' },
        })),
      )
      return records.length
    })
  }
}
