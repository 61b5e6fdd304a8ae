import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { release } from '#domain/records/onePiece.ts'
import { refuse } from '#domain/records/refusals.ts'
import type { Inspected } from './edits.ts'
import type { Source } from './source.ts'
import { malwareWatch, overSeams, type Watch } from './watch.ts'

/** What a PDF may not have, by the names that every reader goes by (ISO 32000-1, 7.6, 7.11.4, 12.6.4). */
const refused = [
  ['/Encrypt', 'encrypted'],
  ['/JavaScript', 'active'],
  ['/Launch', 'active'],
  ['/EmbeddedFile', 'active'],
  ['/RichMedia', 'active'],
] as const

const PACKED_OBJECTS = '/ObjStm'
const NAME_MAX = 60
const AROUND = 4096
/** What all objects that are kept packed may unpack to; pages and pictures are never unpacked here. */
const UNPACKED_MAX = 100_000_000
const PACKS_MAX = 50_000
const READ = 32_768
/** Blanks that some programs leave behind the end. */
const PADDING_MAX = 65_536

/**
 * Looks a PDF through by its names, in the file and in the objects kept packed in it, without believing how it says it
 * is built: a password, script, programs to start, files inside, and anything in front of its end or behind it.
 */
export async function inspectPdf(source: Source): Promise<Inspected> {
  const head = await source.at(0, 1024)
  if (/<(html|script|!doctype|svg|iframe|body)/i.test(head.toString('latin1'))) throw refuse('disguised')
  const packs = new Set<number>()
  let [at, end] = [0, -1]
  const watchNames = nameWatch((place) => packs.add(place))
  const watchEnd = overSeams(4, (piece, from) => {
    const found = piece.lastIndexOf('%%EOF')
    if (found >= 0) end = Math.max(end, from + found + 5)
  })
  for await (const piece of source.pieces()) {
    watchNames(piece, at)
    watchEnd(piece, at)
    at += piece.length
    release(piece)
  }
  await checkEnd(source, end)
  if (packs.size > PACKS_MAX) throw refuse('bomb')
  let unpacked = 0
  for (const place of packs) unpacked += await checkPack(source, place, UNPACKED_MAX - unpacked)
  return { places: [], appendix: [] }
}

async function checkEnd({ at, size }: Source, end: number): Promise<void> {
  if (end < 0) throw refuse('broken')
  const tail = await at(end, PADDING_MAX)
  const isBlank = tail.every((byte) => [0, 9, 10, 12, 13, 26, 32].includes(byte))
  if (end + tail.length === size && isBlank) return
  // A file laid out for the web has an end near its beginning, too.
  throw refuse(/\d \d+ obj\b/.test(tail.toString('latin1')) ? 'broken' : 'disguised')
}

/** Throws at a name that may not be there, also where its letters are spelled as numbers (`/J#61vaScript`). */
function nameWatch(onPack: (at: number) => void): Watch {
  return overSeams(NAME_MAX, (piece, at) => {
    for (const [name, reason] of refused) if (piece.includes(name)) throw refuse(reason)
    for (
      let place = piece.indexOf(PACKED_OBJECTS);
      place >= 0;
      place = piece.indexOf(PACKED_OBJECTS, place + 1)
    )
      onPack(at + place)
    for (let sign = piece.indexOf('#'); sign >= 0; sign = piece.indexOf('#', sign + 1)) {
      const start = isHex(piece[sign + 1]) && isHex(piece[sign + 2]) ? piece.lastIndexOf('/', sign) : -1
      if (start < 0 || sign - start > NAME_MAX) continue
      const name = plain(piece.toString('latin1', start, start + NAME_MAX))
      for (const [known, reason] of refused) if (name.startsWith(known)) throw refuse(reason)
      if (name.startsWith(PACKED_OBJECTS)) onPack(at + start)
    }
  })
}

const isHex = (byte = 0) => (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 102)
const plain = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Unpacks one pack of objects and looks at its names; how many bytes it took. */
async function checkPack(source: Source, place: number, most: number): Promise<number> {
  const from = Math.max(0, place - AROUND)
  const text = (await source.at(from, 2 * AROUND)).toString('latin1')
  const opened = Math.max(0, text.lastIndexOf('obj', place - from))
  const stream = /stream(\r\n|\n|\r)/.exec(text.slice(place - from))
  if (!stream) return 0
  const dictionary = plain(text.slice(opened, place - from + stream.index))
  const filter = /\/Filter\s*(\/\w+|\[[^\]]*\])/.exec(dictionary)?.[1]
  if (!filter) return 0 // lies open, and was looked at with the rest
  if (!/^\[?\s*\/FlateDecode\s*\]?$/.test(filter) || /\/Predictor\s+(?!1\b)/.test(dictionary))
    throw refuse('disguised')
  return unpack(source, place + stream.index + stream[0].length, most)
}

async function unpack(source: Source, from: number, most: number): Promise<number> {
  const packed = Readable.from(onward(source, from))
  const inflate = createInflate()
  packed.on('error', (error) => inflate.destroy(error))
  const [watchNames, watchMalware] = [nameWatch(() => {}), malwareWatch()]
  let size = 0
  try {
    for await (const piece of packed.pipe(inflate) as AsyncIterable<Buffer>) {
      watchNames(piece, size)
      watchMalware(piece, size)
      size += piece.length
      if (size > most) throw refuse('bomb')
    }
  } catch (error) {
    // Readers make do with what could be unpacked, and that was looked at.
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') !== true) throw error
  } finally {
    packed.destroy()
    inflate.destroy()
  }
  return size
}

async function* onward({ at, size }: Source, from: number): AsyncGenerator<Buffer> {
  for (let place = from; place < size; place += READ) yield at(place, READ)
}
