import { notFound } from '#domain/errors.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import { mustBeServable } from '#domain/records/scan.ts'
import type { Patient, PatientRecord } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { findActiveConsent } from './findActiveConsent.ts'
import { about, checkFile, notingLock, type RecordFile, type Which } from './handedFile.ts'
import { requireRecordAccess, visibleRecord } from './recordAccess.ts'
import { recordDisclosures } from './recordDisclosures.ts'

/** The storage key and encrypted key of a record's file. Throws `not_found` for a row without a file. */
export function storedFile({
  id,
  filePath: storageKey,
  fileSize,
  wrappedKey,
  keyId,
}: Pick<PatientRecord, 'id' | 'filePath' | 'fileSize' | 'wrappedKey' | 'keyId'>): StoredFile {
  if (!wrappedKey || !keyId) throw notFound('File', id)
  return { storageKey, fileSize, wrappedKey, keyId }
}

/** Why a file is served: as a download, or to be viewed in Caseload. */
export type Purpose = 'downloaded' | 'viewed'

/**
 * Serves the file of a record, completely or not at all. It is verified first; a changed or quarantined file is refused
 * and the attempt recorded. Checks the actor's access before that work and again when the access is recorded.
 */
export const serveRecord = (ctx: OperationContext, which: Which, purpose: Purpose): Promise<RecordFile> =>
  notingLock(ctx, which, () => handedOut(ctx, which, purpose))

async function handedOut(ctx: OperationContext, which: Which, purpose: Purpose): Promise<RecordFile> {
  const { record: found } = await inTransaction(ctx, (inside) => permitted(inside, which))
  const file = storedFile(found)
  await checkFile(ctx, which, file)
  const record = await inTransaction(ctx, async (inside) => {
    const { patient, record: still } = await permitted(inside, which)
    // The details of a record can be viewed too; this row is for the document.
    const details = purpose === 'viewed' ? { details: { document: true } } : {}
    await audit(inside, { action: purpose, ...about(which), ...details })
    if (inside.actor.role === 'attorney') await account(inside, patient, still, purpose)
    return still
  })
  return { record, read: (range) => ctx.recordStore.read(file, range) }
}

async function permitted(
  ctx: OperationContext,
  which: Which,
): Promise<{ patient: Patient; record: PatientRecord }> {
  const patient = await visiblePatient(ctx, which.patientId)
  requireRecordAccess(ctx, patient, about(which))
  const record = await visibleRecord(ctx, which)
  requireRecordAccess(ctx, patient, about(which), record)
  mustBeServable(record)
  return { patient, record }
}

/** A file that an attorney downloads or views has left the clinic, so both are disclosures. */
async function account(
  ctx: OperationContext,
  patient: Patient,
  record: PatientRecord,
  kind: Purpose,
): Promise<void> {
  const consent = await findActiveConsent(ctx, patient)
  const to = { patientId: patient.id, recipientId: ctx.actor.id }
  await recordDisclosures(ctx, to, [{ kind, record }], consent && { basis: 'authorization', ...consent })
}

/** Serves the file of a record for viewing in Caseload: one audit row for each view. */
export const showRecord = unwrapped(recordIdInput, (ctx, which) => serveRecord(ctx, which, 'viewed'))

/** Serves the file of a record as a download. */
export const downloadRecord = unwrapped(recordIdInput, (ctx, which) => serveRecord(ctx, which, 'downloaded'))
