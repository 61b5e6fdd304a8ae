import { PIXELS_MAX, refuse } from '#domain/records/refusals.ts'
import type { Edit, Inspected } from './edits.ts'
import { iptcNamesPlace, namesPlace, placesInFacts } from './location.ts'
import { partOf, type Source } from './source.ts'

const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0'
const PHOTOSHOP = 'Photoshop 3.0\0'
const [START_OF_SCAN, END, COMMENT] = [0xda, 0xd9, 0xfe]
/** More segments than any program writes, but few enough to read. */
const SEGMENTS_MAX = 20_000
/** The most zero bytes allowed after the end marker. */
const PADDING_MAX = 65_536

type Segment = { marker: number; at: number; bodyAt: number; end: number }

/** Inspects a JPEG: its size in pixels, its end, and the metadata that contains a location. */
export async function inspectJpeg(source: Source): Promise<Inspected> {
  const places: Edit[] = []
  let isSized = false
  for await (const segment of segmentsOf(source)) {
    if (isFrame(segment.marker)) {
      await checkFrame(source, segment)
      isSized = true
    }
    if (segment.marker === 0xe1 || segment.marker === 0xed) places.push(...(await placesIn(source, segment)))
    if (segment.marker === END) {
      if (!isSized) throw refuse('broken')
      return { places, appendix: await behind(source, segment.end) }
    }
  }
  throw refuse('broken')
}

/** SOF0 to SOF15, which contain the size. Three of these numbers have other meanings. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

async function checkFrame({ at }: Source, { bodyAt }: Segment): Promise<void> {
  const frame = await at(bodyAt, 5)
  if (frame.length < 5) throw refuse('broken')
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  if (height === 0 || width === 0) throw refuse('broken')
  if (height * width > PIXELS_MAX) throw refuse('pixels')
}

async function* segmentsOf(source: Source): AsyncGenerator<Segment> {
  let at = 2
  for (let count = 0; count < SEGMENTS_MAX; count += 1) {
    const place = await markerAt(source, at)
    const marker = (await source.at(place, 1))[0] ?? 0
    if (marker === END) {
      yield { marker, at: place - 1, bodyAt: place + 1, end: place + 1 }
      return
    }
    const length = await source.at(place + 1, 2)
    if (length.length < 2 || length.readUInt16BE(0) < 2) throw refuse('broken')
    const end = place + 1 + length.readUInt16BE(0)
    yield { marker, at: place - 1, bodyAt: place + 3, end }
    at = marker === START_OF_SCAN ? await endOfScan(source, end) : end
  }
}

/** The offset of the marker's number. Any number of 0xff bytes may precede it. */
async function markerAt({ at }: Source, from: number): Promise<number> {
  const bytes = await at(from, 64)
  const place = bytes.findIndex((byte) => byte !== 0xff)
  if (place < 1 || bytes[place] === 0) throw refuse('broken')
  return from + place
}

/** Image data ends at the first marker that is neither a stuffed zero nor a restart. */
async function endOfScan(source: Source, from: number): Promise<number> {
  let at = from
  let before = 0
  for await (const piece of source.pieces(from)) {
    if (before === 0xff && isMarker(piece[0])) return at - 1
    for (let sign = piece.indexOf(0xff); sign >= 0; sign = piece.indexOf(0xff, sign + 1))
      if (sign + 1 < piece.length && isMarker(piece[sign + 1])) return at + sign
    before = piece.at(-1) ?? 0
    at += piece.length
  }
  throw refuse('broken')
}

const isMarker = (byte = 0) => byte !== 0 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd7)

async function placesIn(source: Source, segment: Segment): Promise<Edit[]> {
  const body = await source.at(segment.bodyAt, segment.end - segment.bodyAt)
  const begins = (text: string) => body.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))
  if (begins(EXIF)) {
    const factsAt = segment.bodyAt + EXIF.length
    const edits = await placesInFacts(partOf(source, factsAt, segment.end - factsAt))
    return edits.map(({ from, until, put }) => ({ from: factsAt + from, until: factsAt + until, put }))
  }
  if ((begins(XMP) || begins(MORE_XMP)) && namesPlace(body)) return [asComment(segment)]
  if (begins(PHOTOSHOP) && iptcNamesPlace(body)) return [asComment(segment)]
  return []
}

/** Replaces the segment with an empty comment of the same length. */
const asComment = ({ at, bodyAt, end }: Segment): Edit => {
  const put = Buffer.alloc(end - at, ' ')
  put.writeUInt16BE(0xff00 + COMMENT)
  put.writeUInt16BE(end - at - 2, 2)
  return { from: at, until: end, put: put.fill(' ', bodyAt - at) }
}

/**
 * Phones append a second picture or a video, which image viewers do not show and which has its own metadata. It is cut
 * off. Any other appended data is rejected.
 */
async function behind({ at, size }: Source, end: number): Promise<Edit[]> {
  const tail = await at(end, PADDING_MAX)
  if (end + tail.length === size && tail.every((byte) => byte === 0)) return []
  const isPicture = tail.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isFilm = tail.toString('latin1', 4, 8) === 'ftyp'
  const isSamsung = (await at(size - 4, 4)).toString('latin1') === 'SEFT'
  if (!isPicture && !isFilm && !isSamsung) throw refuse('disguised')
  return [{ from: end, until: size, put: Buffer.alloc(0) }]
}
