import { Failure } from '#domain/errors.ts'
import { shownName } from '#domain/records/fileName.ts'
import { NOT_ACCEPTED, nameProblem } from '#domain/records/fileTypes.ts'
import { type ReceivedFile, receivedFile } from '#domain/records/receivedFile.ts'
import { isMalware } from '#domain/records/refusals.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { callerOf, type RequestContext } from '../context.ts'
import { inTransaction, invalid } from '../operation.ts'

type UploadedFile = { fileName: string; content: AsyncIterable<Buffer> }

/**
 * Receives a file as a stream, before it is assigned to a record: stores it, detects its type, checks whether it is
 * dangerous, and removes location data. Throws `too_large`, `unsupported`, `invalid`, or `rate_limited` if too many
 * files wait to be examined, and then stores nothing. Malware is recorded and reported to administrators.
 */
export async function receiveFile(ctx: RequestContext, upload: UploadedFile): Promise<ReceivedFile> {
  try {
    return await takeIn(ctx, upload, callerOf(ctx))
  } catch (error) {
    if (isMalware(error)) await alertMalware(ctx)
    throw error
  }
}

/** The same without alerting administrators. The files of one `user` are examined one after another. */
export async function takeIn(
  { recordStore, examiner, recordLimit }: Pick<RequestContext, 'recordStore' | 'examiner' | 'recordLimit'>,
  { fileName: uploadedName, content }: UploadedFile,
  user: string,
): Promise<ReceivedFile> {
  const taken = await recordStore.put(within(examiner.watched(content), recordLimit))
  try {
    if (taken.fileSize === 0) throw invalid({ file: 'This file is empty' })
    const fileName = shownName(uploadedName)
    const found = await examiner.examine(user, taken.fileSize, (range) => recordStore.read(taken, range))
    if (!found) throw new Failure('unsupported', NOT_ACCEPTED, { fields: { file: NOT_ACCEPTED } })
    const { type: mimeType, edits, removed } = found
    const problem = nameProblem(fileName, mimeType)
    if (problem) throw invalid({ file: problem })
    const arrived = { fileName, mimeType, removed, sha256: taken.sha256 }
    if (edits.length === 0) return receivedFile({ ...taken, ...arrived, keptSha256: null })
    const kept = await recordStore.put(examiner.edited(recordStore.read(taken), edits))
    await recordStore.remove(taken.storageKey)
    return receivedFile({ ...kept, ...arrived, keptSha256: kept.sha256 })
  } catch (error) {
    await recordStore.remove(taken.storageKey)
    throw error
  }
}

/** Deletes a received file that no record refers to. */
export const discardFile = ({ recordStore }: RequestContext, { storageKey }: ReceivedFile): Promise<void> =>
  recordStore.remove(storageKey)

/** Passes the bytes on. Throws `too_large` when the limit is exceeded. */
export async function* within(content: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > limit) throw tooLarge(limit)
    yield piece
  }
}

/** The error for a file above the limit. */
export const tooLarge = (limit: number) =>
  new Failure('too_large', `The file may hold at most ${limit / 2 ** 20} MB`)

const alertMalware = (ctx: RequestContext): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    await audit(inside, { action: 'denied', resourceType: 'patient_record', details: { code: 'malware' } })
    await sendAlert(inside, 'record_infected', {})
  })
