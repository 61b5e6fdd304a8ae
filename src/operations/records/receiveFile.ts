import { Failure } from '#domain/errors.ts'
import { shownName } from '#domain/records/fileName.ts'
import { NOT_ACCEPTED, nameProblem } from '#domain/records/fileTypes.ts'
import { type ReceivedFile, receivedFile } from '#domain/records/receivedFile.ts'
import type { TakenFile } from '#infra/records/recordStore.ts'
import type { Visit } from '../context.ts'
import { invalid } from '../operation.ts'

/**
 * Takes in a file as it comes, before anybody asked where it belongs: stores it, and looks at its content to say what
 * it is. Throws `too_large`, `unsupported` or `invalid`, and then nothing of it is kept.
 */
export async function receiveFile(
  ctx: Visit,
  { fileName: given, content }: { fileName: string; content: AsyncIterable<Buffer> },
): Promise<ReceivedFile> {
  const taken = await ctx.recordStore.put(within(content, ctx.recordLimit))
  try {
    const fileName = shownName(given)
    return receivedFile({ ...taken, fileName, mimeType: await typeOf(ctx, taken, fileName) })
  } catch (error) {
    await ctx.recordStore.remove(taken.storageKey)
    throw error
  }
}

/** Takes a received file away again, where it came to belong to nobody. */
export const discardFile = ({ recordStore }: Visit, { storageKey }: ReceivedFile): Promise<void> =>
  recordStore.remove(storageKey)

async function* within(content: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
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

async function typeOf(
  { recordStore, recognise }: Visit,
  taken: TakenFile,
  fileName: string,
): Promise<string> {
  if (taken.fileSize === 0) throw invalid({ file: 'This file is empty' })
  const readAt = async (start: number, length: number) =>
    Buffer.concat(await Array.fromAsync(recordStore.read(taken, { start, end: start + length })))
  const type = await recognise(readAt, taken.fileSize)
  if (!type) throw new Failure('unsupported', NOT_ACCEPTED, { fields: { file: NOT_ACCEPTED } })
  const problem = nameProblem(fileName, type)
  if (problem) throw invalid({ file: problem })
  return type
}
