import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { isRefusal, refuse } from '#domain/records/refusals.ts'
import type { Inspected } from './edits.ts'
import type { Source } from './source.ts'
import { malwareWatch, refuseWith } from './watch.ts'

/** Far more parts than any document has. */
const PARTS_MAX = 10_000
/** What a document may unpack to: in all, and for one part beside what it takes in the file. */
const UNPACKED_MAX = 500_000_000
const SMALL_PART = 20_000_000
const RATIO_MAX = 200
const RELATIONS_MAX = 2_000_000

/** Whether a zip is a Word document: its directory names the parts that every one has (ECMA-376, part 2). */
export async function isWordArchive(source: Source): Promise<boolean> {
  try {
    const { parts } = await open(source)
    const names = new Set(parts.map(({ fileName }) => fileName))
    return names.has('[Content_Types].xml') && names.has('word/document.xml')
  } catch (error) {
    if (isRefusal(error)) return true // a document that is refused for its parts
    return false
  }
}

/** Looks a Word document through: what it unpacks to, macros, other files inside it, what it loads from elsewhere. */
export async function inspectWordArchive(source: Source): Promise<Inspected> {
  const { zip, parts } = await open(source)
  if (zip.comment.length > 0) throw refuse('disguised')
  checkSizes(source, parts)
  for (const part of parts) checkName(part)
  for (const part of parts) await checkContent(zip, part)
  return { places: [], appendix: [] }
}

async function open(source: Source): Promise<{ zip: ZipFile; parts: Entry[] }> {
  const zip = await fromRandomAccessReaderPromise(new Reader(source), source.size, { autoClose: false })
  if (zip.entryCount > PARTS_MAX) throw refuse('bomb')
  const parts: Entry[] = []
  for await (const part of zip.eachEntry()) parts.push(part)
  return { zip, parts }
}

/** What yauzl reads the file through. */
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

/**
 * What the directory declares, before a byte is unpacked. Parts that lie on top of each other unpack the same bytes many
 * times over; unpacking stops where more comes than was declared.
 */
function checkSizes({ size }: Source, parts: readonly Entry[]): void {
  let [packed, unpacked] = [0, 0]
  for (const { compressedSize, uncompressedSize } of parts) {
    packed += compressedSize
    unpacked += uncompressedSize
    if (uncompressedSize > SMALL_PART && uncompressedSize > compressedSize * RATIO_MAX) throw refuse('bomb')
  }
  if (packed > size || unpacked > UNPACKED_MAX) throw refuse('bomb')
}

function checkName(part: Entry): void {
  const name = part.fileName.toLowerCase()
  if (part.isEncrypted()) throw refuse('encrypted')
  if (/vba(project|data)/.test(name) || /\.(docm|dotm|xlsm|xltm|xlam|pptm)$/.test(name))
    throw refuse('macros')
  // Charts keep their figures in a workbook; anything else embedded can be opened by a double click.
  if (/(^|\/)activex\//.test(name) || (/(^|\/)embeddings\/./.test(name) && !name.endsWith('.xlsx')))
    throw refuse('embedded')
}

async function checkContent(zip: ZipFile, part: Entry): Promise<void> {
  const isTold = part.fileName === '[Content_Types].xml' || part.fileName.endsWith('.rels')
  if (isTold && part.uncompressedSize > RELATIONS_MAX) throw refuse('bomb')
  const watches = [malwareWatch()]
  // A workbook is a zip of its own, and names stand openly in it.
  if (/\.xlsx$/i.test(part.fileName)) watches.push(refuseWith('vbaProject', () => refuse('macros')))
  const told: Buffer[] = []
  let at = 0
  try {
    for await (const piece of (await zip.openReadStreamPromise(part)) as AsyncIterable<Buffer>) {
      for (const watch of watches) watch(piece, at)
      if (isTold) told.push(piece)
      at += piece.length
    }
  } catch (error) {
    throw isRefusal(error) ? error : refuse(/too many bytes/.test(String(error)) ? 'bomb' : 'broken')
  }
  if (isTold) checkTold(Buffer.concat(told).toString('latin1'))
}

/** The kinds of parts, and what the parts are to each other. */
function checkTold(text: string): void {
  if (/macroEnabled|vbaProject/i.test(text)) throw refuse('macros')
  for (const [relation] of text.matchAll(/<Relationship\s[^>]*>/g))
    if (
      /TargetMode\s*=\s*["']External/i.test(relation) &&
      /\/(attachedTemplate|oleObject|frame|subDocument|package)["']/i.test(relation) &&
      /Target\s*=\s*["'](https?:|ftp:|file:\/\/[^/]|\\\\|mhtml:)/i.test(relation)
    )
      throw refuse('remote')
}
