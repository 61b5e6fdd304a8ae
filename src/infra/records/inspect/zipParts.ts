import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { refuse } from '#domain/records/refusals.ts'
import type { Source } from './source.ts'

/** Far more parts than any document has. */
const PARTS_MAX = 10_000
const END_BYTES = 22
const LOCAL_HEAD_BYTES = 30
/** The maximum length of a data descriptor, which may follow a part with its sizes and checksum. */
const DESCRIPTOR_MAX = 24
/** The extra field with a second name for a part (PKWARE APPNOTE 4.6.9). Programs differ in which name they use. */
const SECOND_NAME = 0x7075

/** The parts of an Office document that its directory lists. */
export type Parts = { zip: ZipFile; parts: Entry[] }

/** Reads the directory of a zip. Throws if there is none. */
export async function openParts(source: Source): Promise<Parts> {
  const zip = await fromRandomAccessReaderPromise(new Reader(source), source.size, { autoClose: false })
  if (zip.entryCount > PARTS_MAX) throw refuse('bomb')
  const parts: Entry[] = []
  for await (const part of zip.eachEntry()) parts.push(part)
  return { zip, parts }
}

/** Lets yauzl read from a `Source`. */
class Reader extends RandomAccessReader {
  readonly #source: Source

  constructor(source: Source) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.pieces(start, end))
  }
}

/** The name by which Office finds a part, ignoring case, kind of slashes and escapes (ECMA-376, part 2). */
export function partName({ fileName }: Entry): string {
  try {
    return decodeURIComponent(fileName).replaceAll('\\', '/').toLowerCase()
  } catch {
    return fileName.toLowerCase()
  }
}

/**
 * Throws unless the parts and the directory fill the file without gaps or overlaps. Otherwise two programs could find
 * different parts, and one of them would miss a hidden part.
 */
export async function checkLayout(source: Source, { parts }: Parts): Promise<void> {
  const names = new Set(parts.map(partName))
  if (names.size < parts.length) throw refuse('disguised')
  if (parts.some(({ extraFields }) => extraFields.some(({ id }) => id === SECOND_NAME)))
    throw refuse('disguised')
  // A part can be split into pieces, which would be examined one by one. No word processor does that.
  if ([...names].some((name) => /\/\[\d+\](\.last)?\.piece$/.test(name))) throw refuse('disguised')
  const end = await source.at(source.size - END_BYTES, END_BYTES)
  const isPlainEnd =
    end.length === END_BYTES && end.readUInt32LE(0) === 0x06054b50 && end.readUInt16LE(20) === 0
  if (!isPlainEnd) throw refuse('disguised')
  const directory = end.readUInt32LE(16)
  if (directory + end.readUInt32LE(12) + END_BYTES !== source.size) throw refuse('disguised')
  let at = 0
  for (const part of parts.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    checkGap(at, placeOf(part))
    at = await endOf(source, part)
  }
  checkGap(at, directory)
}

const placeOf = (part: Entry) => part.relativeOffsetOfLocalHeader

function checkGap(from: number, until: number): void {
  if (until < from || until > from + (from === 0 ? 0 : DESCRIPTOR_MAX)) throw refuse('disguised')
}

/** The end of a part's data. Throws if its local header differs from the directory. */
async function endOf(source: Source, part: Entry): Promise<number> {
  const at = placeOf(part)
  const head = await source.at(at, LOCAL_HEAD_BYTES)
  if (head.length < LOCAL_HEAD_BYTES || head.readUInt32LE(0) !== 0x04034b50) throw refuse('broken')
  const [nameBytes, extraBytes] = [head.readUInt16LE(26), head.readUInt16LE(28)]
  const name = await source.at(at + LOCAL_HEAD_BYTES, nameBytes)
  const isSame = head.readUInt16LE(8) === part.compressionMethod && name.equals(part.fileNameRaw)
  const extra = await source.at(at + LOCAL_HEAD_BYTES + nameBytes, extraBytes)
  if (!isSame || hasSecondName(extra)) throw refuse('disguised')
  return at + LOCAL_HEAD_BYTES + nameBytes + extraBytes + part.compressedSize
}

/** Each extra field has an ID, a length and that many bytes. */
function hasSecondName(extra: Buffer): boolean {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === SECOND_NAME) return true
  return false
}
