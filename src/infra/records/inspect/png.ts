import { crc32, inflateSync } from 'node:zlib'
import { PIXELS_MAX, refuse } from '#domain/records/refusals.ts'
import { type Edit, edited, type Inspected, inOrder } from './edits.ts'
import { iptcNamesPlace, namesPlace, placesInFacts } from './location.ts'
import { inMemory, once, type Source } from './source.ts'

const SIGNATURE_BYTES = 8
const CHUNKS_MAX = 200_000
/** No camera or scanner writes larger text or metadata. */
const TEXT_MAX = 4_000_000

type Chunk = { type: string; at: number; dataAt: number; length: number; end: number }

/** Inspects a PNG: its size in pixels, its end, and the metadata that contains a location. */
export async function inspectPng(source: Source): Promise<Inspected> {
  const places: Edit[] = []
  for await (const chunk of chunksOf(source)) {
    if (chunk.type === 'IHDR') await checkHead(source, chunk)
    if (chunk.type === 'eXIf') places.push(...(await placesInExif(source, chunk)))
    if (['tEXt', 'zTXt', 'iTXt'].includes(chunk.type) && (await textNamesPlace(source, chunk)))
      places.push({ from: chunk.at, until: chunk.end, put: Buffer.alloc(0) })
    if (chunk.type === 'IEND') {
      await checkNothingBehind(source, chunk.end)
      return { places, appendix: [] }
    }
  }
  throw refuse('broken')
}

async function* chunksOf(source: Source): AsyncGenerator<Chunk> {
  let at = SIGNATURE_BYTES
  for (let count = 0; count < CHUNKS_MAX && at + 12 <= source.size; count += 1) {
    const head = await source.at(at, 8)
    const length = head.readUInt32BE(0)
    const end = at + 12 + length
    if (end > source.size) break
    yield { type: head.toString('latin1', 4), at, dataAt: at + 8, length, end }
    at = end
  }
}

async function checkHead({ at }: Source, { dataAt }: Chunk): Promise<void> {
  const head = await at(dataAt, 8)
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  if (width === 0 || height === 0) throw refuse('broken')
  if (width * height > PIXELS_MAX) throw refuse('pixels')
}

async function checkNothingBehind({ at, size }: Source, end: number): Promise<void> {
  const tail = await at(end, 1024)
  if (end + tail.length < size || tail.some((byte) => byte !== 0)) throw refuse('disguised')
}

/** Returns the edits that remove the location from the Exif data and update its checksum. */
async function placesInExif({ at }: Source, { type, dataAt, length, end }: Chunk): Promise<Edit[]> {
  if (length > TEXT_MAX) throw refuse('broken')
  const facts = Buffer.from(await at(dataAt, length))
  const edits = inOrder(await placesInFacts(inMemory(facts)))
  if (edits.length === 0) return []
  const changed = Buffer.concat(await Array.fromAsync(edited(once(facts), edits)))
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), changed])))
  return [{ from: dataAt, until: end, put: Buffer.concat([changed, sum]) }]
}

/** Checks XMP, the raw profiles that ImageMagick writes, and texts with a keyword for locations. */
async function textNamesPlace({ at }: Source, { type, dataAt, length }: Chunk): Promise<boolean> {
  const data = await at(dataAt, Math.min(length, TEXT_MAX))
  const keyword = data.subarray(0, Math.max(0, data.indexOf(0))).toString('latin1')
  if (/GPS|Latitude|Longitude|Location/i.test(keyword)) return true
  const isFacts = /^Raw profile type /.test(keyword)
  if (!isFacts && keyword !== 'XML:com.adobe.xmp') return false
  if (length > TEXT_MAX) return true
  const text = unpacked(type, data.subarray(keyword.length + 1))
  // Data that cannot be decompressed within the limit is removed too.
  if (!text) return true
  return isFacts ? profileNamesPlace(keyword, text) : namesPlace(text)
}

function unpacked(type: string, rest: Buffer): Buffer | null {
  if (type === 'tEXt') return rest
  try {
    const inflate = (packed: Buffer) => inflateSync(packed, { maxOutputLength: TEXT_MAX })
    if (type === 'zTXt') return inflate(rest.subarray(1))
    const text = rest.subarray(rest.indexOf(0, rest.indexOf(0, 2) + 1) + 1)
    return rest[0] === 1 ? inflate(text) : text
  } catch {
    return null
  }
}

/** A profile has its name, its length and its bytes in hex on separate lines. */
async function profileNamesPlace(keyword: string, text: Buffer): Promise<boolean> {
  const hex = /^\s*\S+\s+\d+\s+([0-9a-f\s]*)/i.exec(text.toString('latin1'))?.[1] ?? ''
  const profile = Buffer.from(hex.replace(/\s+/g, ''), 'hex')
  if (/iptc|8bim/i.test(keyword)) return iptcNamesPlace(profile)
  if (namesPlace(profile)) return true
  const facts = profile.indexOf('Exif\0\0') === 0 ? profile.subarray(6) : profile
  return (await placesInFacts(inMemory(facts))).length > 0
}
