import { notFound } from '#domain/errors.ts'
import { isDamaged } from '#domain/records/damaged.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'
import { alertAdministrators } from '../alerts/alertAdministrators.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { chartOf } from './chartOf.ts'
import { visibleRecord } from './visibleRecord.ts'

/** A record's file, to be read as it is sent. */
export type RecordFile = {
  record: PatientRecord
  read: (range?: { start: number; end: number }) => AsyncGenerator<Buffer>
}

type Which = { patientId: string; recordId: string }

/**
 * Hands out the file of a record, whole or not at all: it is read through before, and one that was changed where it
 * lies is refused and recorded. Whether the actor may have it is asked before that work, and again when it is recorded.
 */
export const downloadRecord = unwrapped(recordIdInput, async (ctx, which): Promise<RecordFile> => {
  const file = storedFile(await inTransaction(ctx, (inside) => permitted(inside, which)), which)
  await checked(ctx, which, file)
  const record = await inTransaction(ctx, async (inside) => {
    const found = await permitted(inside, which)
    await audit(inside, { action: 'downloaded', ...about(which) })
    return found
  })
  return { record, read: (range) => ctx.recordStore.read(file, range) }
})

const about = ({ patientId, recordId }: Which) => ({
  resourceType: 'patient_record',
  resourceId: recordId,
  patientId,
})

async function permitted(ctx: OperationContext, which: Which): Promise<PatientRecord> {
  const patient = await visiblePatient(ctx, which.patientId)
  authorize(ctx, 'record.view', chartOf(ctx, patient), about(which))
  return visibleRecord(ctx, which)
}

/** Where the file lies and how it opens; a row from before files were taken in has none. */
function storedFile(
  { filePath: storageKey, fileSize, wrappedKey, keyId }: PatientRecord,
  { recordId }: Which,
): StoredFile {
  if (!wrappedKey || !keyId) throw notFound('File', recordId)
  return { storageKey, fileSize, wrappedKey, keyId }
}

/** Every attempt is a row of the trail; administrators hear of a file once. */
async function tellOfDamage(ctx: OperationContext, which: Which): Promise<void> {
  await audit(ctx, { action: 'denied', ...about(which), details: { code: 'damaged' } })
  const { count } = await ctx.db.patientRecord.updateMany({
    where: { id: which.recordId, damagedAt: null },
    data: { damagedAt: ctx.now() },
  })
  if (count === 0) return
  const message = `The file of a record was changed or lost where it is kept, and is given to nobody. The audit trail has it as ${which.recordId}.`
  await alertAdministrators(ctx, 'record_damaged', message)
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
