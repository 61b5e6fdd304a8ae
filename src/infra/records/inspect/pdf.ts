import { refuse } from '#domain/records/refusals.ts'
import type { Inspected } from './edits.ts'
import { judgeFormStream } from './pdfForms.ts'
import { Budget, ObjectReader, type ParsedObject } from './pdfObjects.ts'
import { judgeObjects, packOf, unpack } from './pdfPack.ts'
import { type Finding, judgeFile, refuseAtOnce } from './pdfRules.ts'
import type { Source } from './source.ts'
import { overSeams, type Watch } from './watch.ts'

/** The limit on the decompressed size of all object streams. Pages and images are not decompressed here. */
const UNPACKED_MAX = 100_000_000
/** The lower limit for small files: a fixed size plus a ratio. Objects compress to about a tenth of their size. */
const UNPACKED_FIXED = 1_000_000
const UNPACKED_RATIO = 40
const PIECE = 262_144
/** Most objects fit into this many bytes. The largest that is parsed is 1,024 times as large. */
const WINDOW = 4096
const WINDOW_MAX = WINDOW * 1024
/** The limit on parsing a byte: in a window that was too small, in its object, and again if the object is malformed. */
const PASSES = 4
const FIXED_BUDGET = 1_000_000
/** The cost of reading a window, in bytes parsed in the same time. The smallest objects have about 20 bytes. */
const WINDOW_COST = 64
/** The most blanks allowed after the end. Some programs write them. */
const PADDING_MAX = 65_536

/** The length of the longest keyword that is searched for, with a byte on each side. */
const MARK_MAX = 9

/**
 * Inspects every object of a PDF. Rejects encryption, the actions and parts that `pdfRules.ts` forbids, and content
 * before the header or after the end. Ignores the cross-reference table, because viewers repair it in different ways.
 * Instead, it parses everything that a viewer may read as an object, including old revisions and nested objects.
 */
export async function inspectPdf(source: Source): Promise<Inspected> {
  await checkHead(source)
  const budget = new Budget()
  budget.allow(source.size * PASSES + FIXED_BUDGET)
  const found = new Set<Finding>()
  const unpackedMax = Math.min(UNPACKED_MAX, UNPACKED_FIXED + source.size * UNPACKED_RATIO)
  let unpacked = 0
  const end = await scan(source, async (start) => {
    unpacked += await judge(source, start, { budget, found, most: unpackedMax - unpacked })
  })
  await checkEnd(source, end)
  judgeFile(found)
  if (found.has('xfa')) await judgeForms(source)
  return { places: [], appendix: [] }
}

/** Visits every offset where an object may begin. Returns the offset of the last end-of-file marker, or -1. */
async function scan(source: Source, visit: (start: number) => Promise<void>): Promise<number> {
  const starts = new Set<number>()
  let end = -1
  const watchStarts = startWatch((at) => starts.add(at))
  const watchEnd = overSeams(4, (piece, from) => {
    const place = piece.lastIndexOf('%%EOF')
    if (place >= 0) end = Math.max(end, from + place + 5)
  })
  for (let at = 0; at < source.size; at += PIECE) {
    const piece = await source.at(at, PIECE)
    watchStarts(piece, at)
    watchEnd(piece, at)
    for (const start of starts) await visit(start)
    starts.clear()
  }
  return end
}

/** Inspects all streams of a file with an XFA form, because the key that names them may come after them. */
async function judgeForms(source: Source): Promise<void> {
  const budget = new Budget()
  budget.allow(source.size * PASSES + FIXED_BUDGET)
  let left = UNPACKED_MAX
  await scan(source, async (start) => {
    left -= await judgeFormStream(source, await objectAt(source, start, budget), start, left)
  })
}

/** Only comments may precede the first object. HTML there would make the file a web page as well. */
async function checkHead(source: Source): Promise<void> {
  const head = (await source.at(0, 1024)).toString('latin1')
  const [front = ''] = head.split(/\d\s+\d+\s+obj\b/, 1)
  if (/<(html|script|!doctype|svg|iframe|body)/i.test(front)) throw refuse('disguised')
}

type Judging = { budget: Budget; found: Set<Finding>; most: number }

/** Judges the object at this offset and the objects compressed in it. Returns their decompressed size. */
async function judge(source: Source, start: number, { budget, found, most }: Judging): Promise<number> {
  const object = await objectAt(source, start, budget)
  note(found, object.found)
  const pack = packOf(object, start)
  if (!pack) return 0
  const content = await unpack(source, pack, most)
  budget.allow(content.length * PASSES)
  note(found, judgeObjects(content, pack, budget))
  return content.length
}

function note(found: Set<Finding>, more: ReadonlySet<Finding>): void {
  refuseAtOnce(more)
  for (const one of more) found.add(one)
}

async function objectAt(source: Source, start: number, budget: Budget): Promise<ParsedObject> {
  for (let bytes = WINDOW; bytes <= WINDOW_MAX; bytes *= 4) {
    budget.spend(WINDOW_COST)
    const window = await source.at(start, bytes)
    const object = new ObjectReader(window, budget).readAt(0)
    const isLast = start + window.length >= source.size
    if (!object.isCut || isLast) return object
  }
  throw refuse('complex')
}

/**
 * Finds where an object or a trailer may begin: after the words `obj` and `trailer`, wherever they occur. It ignores
 * the object's numbers, because there may be comments between them and `obj`.
 */
function startWatch(onStart: (at: number) => void): Watch {
  return overSeams(MARK_MAX, (piece, at) => {
    for (const word of ['obj', 'trailer'])
      for (let place = piece.indexOf(word); place >= 0; place = piece.indexOf(word, place + 1)) {
        const end = place + word.length
        const [before, after] = [piece[place - 1] ?? 0, piece[end]]
        if (
          place > 0 &&
          after !== undefined &&
          !isLetter(after) &&
          (word === 'trailer' || canPrecede(before))
        )
          onStart(at + end)
      }
  })
}

const isLetter = (byte = 0) => (byte | 32) >= 97 && (byte | 32) <= 122
/** The end of a number, whitespace, or the end of a line with a comment. */
const canPrecede = (byte = 0) => (byte >= 48 && byte <= 57) || [0, 9, 10, 12, 13, 32].includes(byte)

async function checkEnd({ at, size }: Source, end: number): Promise<void> {
  if (end < 0) throw refuse('broken')
  const tail = await at(end, PADDING_MAX)
  const isBlank = tail.every((byte) => [0, 9, 10, 12, 13, 26, 32].includes(byte))
  if (end + tail.length === size && isBlank) return
  // A linearized file also has an end-of-file marker near its beginning.
  throw refuse(/\d \d+ obj\b/.test(tail.toString('latin1')) ? 'broken' : 'disguised')
}
