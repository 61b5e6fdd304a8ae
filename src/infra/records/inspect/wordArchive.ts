import type { Entry, ZipFile } from 'yauzl'
import { isRefusal, refusalReason, refuse } from '#domain/records/refusals.ts'
import type { Inspected } from './edits.ts'
import { checkContentTypes, checkRelationships } from './relationships.ts'
import { inMemory, type Source } from './source.ts'
import { malwareWatch, overSeams } from './watch.ts'
import { FieldWatch } from './wordFields.ts'
import { makeXmlReader } from './xml.ts'
import { checkLayout, openParts, type Parts, partName } from './zipParts.ts'

/** The limits on the decompressed size: in total, and for a part relative to its compressed size. */
const UNPACKED_MAX = 500_000_000
const SMALL_PART = 20_000_000
const RATIO_MAX = 200
/** The size limits of the parts that describe the structure: for one, and for all of them. */
const STRUCTURE_MAX = 2_000_000
const STRUCTURES_MAX = 10_000_000
/** The data of a chart. */
const WORKBOOK_MAX = 10_000_000

/** What every field begins with, in UTF-8 and UTF-16. Names in XML cannot be escaped, so other parts have no fields. */
const FIELD_MARKS = [Buffer.from('fld'), Buffer.from('fld', 'utf16le').subarray(0, 5)]
const FIELD_MARK_MAX = 4

const CONTENT_TYPES = '[content_types].xml'

/** Whether a zip is a Word document: its directory has the parts that each one has (ECMA-376, part 2). */
export async function isWordArchive(source: Source): Promise<boolean> {
  try {
    const names = new Set((await openParts(source)).parts.map(partName))
    return names.has(CONTENT_TYPES) && names.has('word/document.xml')
  } catch (error) {
    if (isRefusal(error)) return true // a Word document that is rejected for its parts
    return false
  }
}

/** Inspects a Word document: its decompressed size, macros, embedded files and external content. */
export async function inspectWordArchive(source: Source): Promise<Inspected> {
  const opened = await openParts(source)
  await checkParts(source, opened)
  for (const part of opened.parts) await checkContent(opened.zip, part)
  return { places: [], appendix: [] }
}

async function checkParts(source: Source, opened: Parts): Promise<void> {
  checkSizes(source, opened.parts)
  for (const part of opened.parts) checkName(part)
  await checkLayout(source, opened)
}

/**
 * Checks the sizes that the directory declares before any decompression. Overlapping parts would decompress the same
 * bytes many times. Decompression stops when a part exceeds its declared size.
 */
function checkSizes({ size }: Source, parts: readonly Entry[]): void {
  let [packed, unpacked, structure] = [0, 0, 0]
  for (const part of parts) {
    const { compressedSize, uncompressedSize } = part
    packed += compressedSize
    unpacked += uncompressedSize
    if (isStructure(part)) structure += uncompressedSize
    if (isStructure(part) && uncompressedSize > STRUCTURE_MAX) throw refuse('bomb')
    if (isWorkbook(part) && uncompressedSize > WORKBOOK_MAX) throw refuse('bomb')
    if (uncompressedSize > SMALL_PART && uncompressedSize > compressedSize * RATIO_MAX) throw refuse('bomb')
  }
  if (packed > size || unpacked > UNPACKED_MAX || structure > STRUCTURES_MAX) throw refuse('bomb')
}

const isRelationships = (part: Entry) => partName(part).endsWith('.rels')
const isStructure = (part: Entry) => isRelationships(part) || partName(part) === CONTENT_TYPES
const isWorkbook = (part: Entry) => partName(part).endsWith('.xlsx')

function checkName(part: Entry): void {
  const name = partName(part)
  if (part.isEncrypted()) throw refuse('encrypted')
  if (/vba(project|data)/.test(name) || /\.(docm|dotm|xlsm|xltm|xlam|pptm)$/.test(name))
    throw refuse('macros')
  // Charts store their data in a workbook. Other embedded files can be opened by a double click.
  if (/(^|\/)activex\//.test(name) || (/(^|\/)embeddings\/./.test(name) && !name.endsWith('.xlsx')))
    throw refuse('embedded')
}

async function checkContent(zip: ZipFile, part: Entry): Promise<void> {
  const watch = malwareWatch()
  const isKept = isStructure(part) || isWorkbook(part)
  const kept: Buffer[] = []
  let [at, hasFields] = [0, false]
  const watchFields = overSeams(FIELD_MARK_MAX, (piece) => {
    hasFields ||= FIELD_MARKS.some((mark) => piece.includes(mark))
  })
  try {
    for await (const piece of (await zip.openReadStreamPromise(part)) as AsyncIterable<Buffer>) {
      watch(piece, at)
      if (isKept) kept.push(piece)
      else watchFields(piece, at)
      at += piece.length
    }
    if (hasFields) await checkFields(zip, part)
  } catch (error) {
    throw isRefusal(error) ? error : refuse(/too many bytes/.test(String(error)) ? 'bomb' : 'broken')
  }
  if (isRelationships(part)) checkRelationships(Buffer.concat(kept))
  else if (isStructure(part)) checkContentTypes(Buffer.concat(kept))
  else if (isWorkbook(part)) await checkWorkbook(inMemory(Buffer.concat(kept)))
}

/**
 * Checks the fields of every XML part regardless of its name, because the relationships decide which part is the document.
 * Parts with another extension, such as SVG pictures, need not be well-formed: Word does not open them as text.
 */
async function checkFields(zip: ZipFile, part: Entry): Promise<void> {
  const watch = new FieldWatch()
  const reader = makeXmlReader(watch)
  const isStrict = partName(part).endsWith('.xml')
  let isFirst = true
  try {
    for await (const piece of (await zip.openReadStreamPromise(part)) as AsyncIterable<Buffer>) {
      if (isFirst && !isStrict && !looksLikeXml(piece)) return
      isFirst = false
      reader.read(piece)
    }
    reader.end()
    watch.onEnd()
  } catch (error) {
    const reason = refusalReason(error)
    if (isStrict || !reason || ['fields', 'complex'].includes(reason)) throw error
  }
}

/** In UTF-8 or UTF-16, with leading whitespace allowed. */
const looksLikeXml = (piece: Buffer): boolean =>
  /^(\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\0\s]*</.test(piece.toString('latin1', 0, 1024))

/** Judges an embedded workbook like the document around it. Throws if it contains another workbook. */
async function checkWorkbook(source: Source): Promise<void> {
  const opened = await openWorkbook(source)
  await checkParts(source, opened)
  if (opened.parts.some(isWorkbook)) throw refuse('embedded')
  for (const part of opened.parts) await checkContent(opened.zip, part)
}

/** A part that is only named like a workbook counts as an embedded file. */
async function openWorkbook(source: Source): Promise<Parts> {
  try {
    const opened = await openParts(source)
    if (opened.parts.some((part) => partName(part) === CONTENT_TYPES)) return opened
  } catch {
    // not a zip
  }
  throw refuse('embedded')
}
