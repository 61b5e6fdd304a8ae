import { release } from '#domain/records/onePiece.ts'
import { refuse } from '#domain/records/refusals.ts'
import type { Inspected } from './edits.ts'
import { Budget, ObjectReader, type ParsedObject } from './pdfObjects.ts'
import { judgeObjects, packOf, unpack } from './pdfPack.ts'
import type { Source } from './source.ts'
import { overSeams, type Watch } from './watch.ts'

/** What all object streams may unpack to; pages and pictures are never unpacked here. */
const UNPACKED_MAX = 100_000_000
const PIECE = 262_144
/** Most objects are this small; the largest that is read takes 1,024 times as much. */
const WINDOW = 4096
const WINDOW_MAX = WINDOW * 1024
/** How often a byte may be parsed: once in a window that turned out too small, once in its object, and again if it is malformed. */
const PASSES = 4
const FIXED_BUDGET = 1_000_000
/** Blanks that some programs leave behind the end. */
const PADDING_MAX = 65_536

/** The longest word that is looked for, with a byte on each side. */
const MARK_MAX = 9

/**
 * Looks a PDF through object by object: a password, script, programs to start, files inside, and anything in front of its
 * beginning or behind its end. It goes by no cross-reference table, since viewers repair those in different ways: whatever
 * any of them may take for an object is parsed, older revisions and objects inside of other objects included.
 */
export async function inspectPdf(source: Source): Promise<Inspected> {
  const head = await source.at(0, 1024)
  if (/<(html|script|!doctype|svg|iframe|body)/i.test(head.toString('latin1'))) throw refuse('disguised')
  const budget = new Budget()
  budget.allow(source.size * PASSES + FIXED_BUDGET)
  const starts = new Set<number>()
  let [end, unpacked] = [-1, 0]
  const watchStarts = startWatch((at) => starts.add(at))
  const watchEnd = overSeams(4, (piece, from) => {
    const found = piece.lastIndexOf('%%EOF')
    if (found >= 0) end = Math.max(end, from + found + 5)
  })
  for (let at = 0; at < source.size; at += PIECE) {
    const piece = await source.at(at, PIECE)
    watchStarts(piece, at)
    watchEnd(piece, at)
    release(piece)
    for (const start of starts) unpacked += await judge(source, start, budget, UNPACKED_MAX - unpacked)
    starts.clear()
  }
  await checkEnd(source, end)
  return { places: [], appendix: [] }
}

/** Judges the object that begins there, and those packed in it; how many bytes they unpacked to. */
async function judge(source: Source, start: number, budget: Budget, most: number): Promise<number> {
  const pack = packOf(await objectAt(source, start, budget), start)
  if (!pack) return 0
  const content = await unpack(source, pack, most)
  budget.allow(content.length * PASSES)
  judgeObjects(content, pack, budget)
  return content.length
}

async function objectAt(source: Source, start: number, budget: Budget): Promise<ParsedObject> {
  for (let bytes = WINDOW; bytes <= WINDOW_MAX; bytes *= 4) {
    const window = await source.at(start, bytes)
    const object = new ObjectReader(window, budget).readAt(0)
    const isLast = start + window.length >= source.size
    release(window)
    if (!object.isCut || isLast) return object
  }
  throw refuse('complex')
}

/**
 * Tells where an object or a trailer may begin: behind the words `obj` and `trailer`, wherever they stand. Between the
 * numbers of an object and its `obj` there may be comments, so the numbers are not looked at.
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
/** The end of a number, a blank, or the end of a line that holds a comment. */
const canPrecede = (byte = 0) => (byte >= 48 && byte <= 57) || [0, 9, 10, 12, 13, 32].includes(byte)

async function checkEnd({ at, size }: Source, end: number): Promise<void> {
  if (end < 0) throw refuse('broken')
  const tail = await at(end, PADDING_MAX)
  const isBlank = tail.every((byte) => [0, 9, 10, 12, 13, 26, 32].includes(byte))
  if (end + tail.length === size && isBlank) return
  // A file laid out for the web has an end near its beginning, too.
  throw refuse(/\d \d+ obj\b/.test(tail.toString('latin1')) ? 'broken' : 'disguised')
}
