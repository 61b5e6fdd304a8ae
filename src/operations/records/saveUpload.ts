import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import type { PatientRecord, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueueScan, firstScan } from './enqueueScan.ts'

type About = Pick<
  Prisma.PatientRecordUncheckedCreateInput,
  | 'patientId'
  | 'uploadedById'
  | 'description'
  | 'imageDescription'
  | 'category'
  | 'serviceDate'
  | 'isPaperConsent'
>

/**
 * Adds and audits the row of a received file, which then waits for the scanner if there is one. Call it in the
 * transaction that assigns the file. The audit log has neither the file's name nor its content.
 */
export async function saveUpload(
  ctx: RequestContext,
  file: ReceivedFile,
  about: About,
): Promise<PatientRecord> {
  const record = await saveFile(ctx, file, about)
  const { sha256, fileSize, mimeType, keptSha256, removed } = file
  await audit(ctx, {
    action: 'created',
    resourceType: 'patient_record',
    resourceId: record.id,
    patientId: about.patientId,
    details: { sha256, fileSize, mimeType, ...(keptSha256 && { keptSha256, removed }) },
  })
  return record
}

/** The same without an audit row, for a caller that writes its own. */
export async function saveFile(
  ctx: RequestContext,
  file: ReceivedFile,
  about: About,
): Promise<PatientRecord> {
  const { fileName, mimeType, fileSize, sha256, keptSha256, removed, storageKey, wrappedKey, keyId } = file
  const record = await ctx.db.patientRecord.create({
    data: {
      ...about,
      ...{ fileName, mimeType, fileSize, sha256, keptSha256, removed, keyId },
      wrappedKey: new Uint8Array(wrappedKey),
      filePath: storageKey,
      createdAt: ctx.now(),
      ...firstScan(ctx),
    },
  })
  await enqueueScan(ctx, record.id)
  return record
}
