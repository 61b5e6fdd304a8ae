import { isDamaged } from '#domain/records/damaged.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import { isLockedAway, mustBeServable } from '#domain/records/scan.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { chartOf } from './chartOf.ts'
import { storedFile } from './storedFile.ts'
import { tellOfDamage } from './tellOfDamage.ts'
import { visibleRecord } from './visibleRecord.ts'

/** A record's file, to be read as it is sent. */
export type RecordFile = {
  record: PatientRecord
  read: (range?: { start: number; end: number }) => AsyncGenerator<Buffer>
}

type Which = { patientId: string; recordId: string }

/**
 * Hands out the file of a record, whole or not at all: it is read through before, and one that was changed where it
 * lies is refused and recorded, as one is that a scanner locked away. Whether the actor may have it is asked before that
 * work, and again when it is recorded.
 */
export const downloadRecord = unwrapped(recordIdInput, async (ctx, which): Promise<RecordFile> => {
  try {
    return await handedOut(ctx, which)
  } catch (error) {
    if (isLockedAway(error))
      await inTransaction(ctx, (inside) =>
        audit(inside, { action: 'denied', ...about(which), details: { code: 'infected' } }),
      )
    throw error
  }
})

async function handedOut(ctx: OperationContext, which: Which): Promise<RecordFile> {
  const file = storedFile(await inTransaction(ctx, (inside) => permitted(inside, which)))
  await checked(ctx, which, file)
  const record = await inTransaction(ctx, async (inside) => {
    const found = await permitted(inside, which)
    await audit(inside, { action: 'downloaded', ...about(which) })
    return found
  })
  return { record, read: (range) => ctx.recordStore.read(file, range) }
}

const about = ({ patientId, recordId }: Which) => ({
  resourceType: 'patient_record',
  resourceId: recordId,
  patientId,
})

async function permitted(ctx: OperationContext, which: Which): Promise<PatientRecord> {
  const patient = await visiblePatient(ctx, which.patientId)
  authorize(ctx, 'record.view', chartOf(ctx, patient), about(which))
  const record = await visibleRecord(ctx, which)
  mustBeServable(record)
  return record
}

async function checked(ctx: OperationContext, which: Which, file: StoredFile): Promise<void> {
  try {
    await ctx.recordStore.check(file)
  } catch (error) {
    if (isDamaged(error)) await inTransaction(ctx, (inside) => tellOfDamage(inside, which))
    throw error
  }
  // Whole again, from a backup: should it be changed once more, that is news.
  await ctx.db.patientRecord.updateMany({
    where: { id: which.recordId, damagedAt: { not: null } },
    data: { damagedAt: null },
  })
}
