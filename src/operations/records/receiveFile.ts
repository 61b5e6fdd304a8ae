import { Failure } from '#domain/errors.ts'
import { shownName } from '#domain/records/fileName.ts'
import { NOT_ACCEPTED, nameProblem } from '#domain/records/fileTypes.ts'
import { type ReceivedFile, receivedFile } from '#domain/records/receivedFile.ts'
import { isMalware } from '#domain/records/refusals.ts'
import { alertAdministrators } from '../alerts/alertAdministrators.ts'
import { audit } from '../audit.ts'
import { callerOf, type RequestContext } from '../context.ts'
import { inTransaction, invalid } from '../operation.ts'

type UploadedFile = { fileName: string; content: AsyncIterable<Buffer> }

/**
 * Takes in a file as it comes, before anybody asked where it belongs: stores it, looks at its content to say what it is
 * and whether anybody should be given it, and takes out what it tells of places. Throws `too_large`, `unsupported`,
 * `invalid`, or `rate_limited` when too many files wait to be examined, and then nothing of it is kept. Harmful software is
 * recorded, and administrators hear of it.
 */
export async function receiveFile(ctx: RequestContext, given: UploadedFile): Promise<ReceivedFile> {
  try {
    return await takeIn(ctx, given, callerOf(ctx))
  } catch (error) {
    if (isMalware(error)) await tellOfMalware(ctx)
    throw error
  }
}

/** The same without alerting administrators. The files of one `user` are examined one after another. */
export async function takeIn(
  { recordStore, examiner, recordLimit }: Pick<RequestContext, 'recordStore' | 'examiner' | 'recordLimit'>,
  { fileName: given, content }: UploadedFile,
  user: string,
): Promise<ReceivedFile> {
  const taken = await recordStore.put(within(examiner.watched(content), recordLimit))
  try {
    if (taken.fileSize === 0) throw invalid({ file: 'This file is empty' })
    const fileName = shownName(given)
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

/** The same bytes; throws `too_large` where there are more than so many. */
export async function* within(content: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > limit) throw tooLarge(limit)
    yield piece
  }
}

/** The refusal of a file beyond the limit. */
export const tooLarge = (limit: number) =>
  new Failure('too_large', `The file may hold at most ${limit / 2 ** 20} MB`)

const tellOfMalware = (ctx: RequestContext): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    await audit(inside, { action: 'denied', resourceType: 'patient_record', details: { code: 'malware' } })
    const message =
      'An uploaded file was refused because it may contain harmful software. The audit log shows who uploaded it and when.'
    await alertAdministrators(inside, 'record_infected', message)
  })
