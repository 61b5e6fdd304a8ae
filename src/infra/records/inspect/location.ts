import { refuse } from '#domain/records/refusals.ts'
import {
  type Directory,
  type Field,
  headOf,
  numbersOf,
  type Order,
  readDirectory,
  without,
} from './directory.ts'
import { blank, type Edit } from './edits.ts'
import type { Source } from './source.ts'

const tags = { xmp: 700, iptc: 33_723, photoshop: 34_377, exif: 34_665, gps: 34_853, makerNote: 37_500 }
/** The GeoTIFF tags that georeference a map. */
const geo = new Set([33_550, 33_922, 34_264, 34_735, 34_736, 34_737])
/** Fields of the GPS directory without a location: its version and the satellite time. */
const placeless = new Set([0, 7, 29])
/** The maximum number of directories read in one photo or page. */
const DIRECTORIES_MAX = 5000
/** Far more than the metadata of any picture. */
const TEXT_MAX = 4_000_000

/** Whether XMP contains a location: coordinates or the name of a city, state or country. */
export const namesPlace = (xmp: Buffer | string): boolean =>
  /GPS|Latitude|Longitude|Location|:City\b|:State\b|:Country|geo:|CountryCode/i.test(xmp.toString('latin1'))

/** Whether IPTC records contain a location: the datasets for location, city, district, state and country. */
export function iptcNamesPlace(records: Buffer): boolean {
  const of = [26, 27, 90, 92, 95, 100, 101]
  for (
    let at = records.indexOf(0x1c);
    at >= 0 && at + 5 <= records.length;
    at = records.indexOf(0x1c, at + 1)
  )
    if (records[at + 1] === 2 && of.includes(records[at + 2] ?? 0) && records.readUInt16BE(at + 3) > 0)
      return true
  return false
}

/**
 * The edits that remove the location from a photo's Exif data. Nothing moves, so that all other data stays unchanged.
 * Returns no edits if the data is not readable.
 */
export async function placesInFacts(facts: Source): Promise<Edit[]> {
  const head = await headOf(facts)
  if (!head) return []
  const edits: Edit[] = []
  const seen = new Set<number>()
  // The final edits do not overlap, so in total they are not longer than the data.
  const room: Room = { left: facts.size }
  for (let at = head.first; at !== 0 && !seen.has(at); ) {
    if (seen.size >= DIRECTORIES_MAX) throw refuse('broken')
    seen.add(at)
    const directory = await readDirectory(facts, head.order, at)
    edits.push(...(await placesIn(facts, head.order, directory, room)))
    at = directory.next
  }
  return edits
}

/** The number of bytes that may still be edited. */
type Room = { left: number }

function take(room: Room, bytes: number): void {
  room.left -= bytes
  if (room.left < 0) throw refuse('broken')
}

async function placesIn(facts: Source, order: Order, directory: Directory, room: Room): Promise<Edit[]> {
  const gone = new Set<Field>()
  const edits: Edit[] = []
  let exif: Field | undefined
  for (const field of directory.fields) {
    if (field.tag === tags.exif) exif = field
    if (field.tag === tags.gps) {
      const satellites = await gpsOf(facts, order, field, room)
      if (satellites.length > 0) gone.add(field)
      edits.push(...satellites)
    } else if (geo.has(field.tag) || (await textNamesPlace(facts, field))) {
      gone.add(field)
      edits.push(...blankValue(field, facts, room))
    }
  }
  if (gone.size === 0) return []
  take(room, directory.bytes)
  // Maker notes have a proprietary format, and may repeat the location.
  if (exif) edits.push(...(await makerNoteOf(facts, order, exif, room)))
  return [
    { from: directory.at, until: directory.at + directory.bytes, put: without(directory, order, gone) },
    ...edits,
  ]
}

/** Blanks the GPS directory, unless it has no location. */
async function gpsOf(facts: Source, order: Order, field: Field, room: Room): Promise<Edit[]> {
  const [at = 0] = await numbersOf(facts, order, field)
  const directory = await readDirectory(facts, order, at)
  if (directory.fields.every(({ tag }) => placeless.has(tag))) return []
  take(room, directory.bytes)
  return [
    blank(directory.at, directory.bytes),
    ...directory.fields.flatMap((one) => blankValue(one, facts, room)),
  ]
}

async function makerNoteOf(facts: Source, order: Order, exif: Field, room: Room): Promise<Edit[]> {
  const [at = 0] = await numbersOf(facts, order, exif)
  const directory = await readDirectory(facts, order, at)
  const note = directory.fields.find(({ tag }) => tag === tags.makerNote)
  if (!note) return []
  take(room, directory.bytes)
  const put = without(directory, order, new Set([note]))
  return [
    { from: directory.at, until: directory.at + directory.bytes, put },
    ...blankValue(note, facts, room),
  ]
}

async function textNamesPlace(facts: Source, field: Field): Promise<boolean> {
  if (![tags.xmp, tags.iptc, tags.photoshop].includes(field.tag)) return false
  if (field.bytes > TEXT_MAX) return true
  const text = await facts.at(field.valueAt, field.bytes)
  return field.tag === tags.xmp ? namesPlace(text) : iptcNamesPlace(text)
}

/** Blanks a value outside of the directory. A value inside is removed with its field. */
function blankValue({ bytes, valueAt }: Field, { size }: Source, room: Room): Edit[] {
  if (bytes <= 4) return []
  if (valueAt + bytes > size || bytes > TEXT_MAX) throw refuse('broken')
  take(room, bytes)
  return [blank(valueAt, bytes)]
}
