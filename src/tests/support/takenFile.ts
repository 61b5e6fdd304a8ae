import type { RecordType } from '#domain/records/fileTypes.ts'
import { edited } from '#infra/records/inspect/edits.ts'
import { inspect } from '#infra/records/inspect/inspect.ts'
import { makeSource } from '#infra/records/inspect/source.ts'
import { recognize } from '#infra/records/recognize.ts'
import { inPieces } from './recordFiles.ts'

/** A file in memory that is read like one in the store. */
export const sourceOf = (content: Buffer) =>
  makeSource(content.length, ({ start, end }) => inPieces(content.subarray(start, end), 7001))

/** The result of receiving a file: its type, the parts that were removed, and the content to store. */
export async function taken(content: Buffer) {
  const source = sourceOf(content)
  const type = (await recognize(source)) as RecordType
  const { edits, removed } = await inspect(source, type)
  const kept = Buffer.concat(await Array.fromAsync(edited(inPieces(content, 1009), edits)))
  return { type, removed, kept }
}
