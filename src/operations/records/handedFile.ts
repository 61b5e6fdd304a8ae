import { isDamaged } from '#domain/records/refusals.ts'
import { isQuarantined } from '#domain/records/scan.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { alertDamagedFile } from './alertDamagedFile.ts'

/** A record's file, as a stream. */
export type RecordFile = {
  record: PatientRecord
  read: (range?: { start: number; end: number }) => AsyncGenerator<Buffer>
}

/** One record of one patient, as in an operation's input. */
export type Which = { patientId: string; recordId: string }

/** The same for the audit log. */
export const about = ({ patientId, recordId }: Which) => ({
  resourceType: 'patient_record' as const,
  resourceId: recordId,
  patientId,
})

/**
 * Verifies a whole file before any of it is served. Refuses, records and reports a changed file. Runs outside of
 * transactions, since it can be slow.
 */
export async function checkFile(ctx: RequestContext, which: Which, file: StoredFile): Promise<void> {
  try {
    await ctx.recordStore.check(file)
  } catch (error) {
    if (isDamaged(error)) await inTransaction(ctx, (inside) => alertDamagedFile(inside, which))
    throw error
  }
  // The file was restored from a backup. If it is changed again, it is reported again.
  await ctx.db.patientRecord.updateMany({
    where: { id: which.recordId, damagedAt: { not: null } },
    data: { damagedAt: null },
  })
}

/** Calls `run`, which serves a file, and records a refusal because of quarantine. */
export async function notingLock<Result>(
  ctx: RequestContext,
  which: Which,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (isQuarantined(error))
      await inTransaction(ctx, (inside) =>
        audit(inside, { action: 'denied', ...about(which), details: { code: 'infected' } }),
      )
    throw error
  }
}
