import { refuse } from '#domain/records/refusals.ts'
import type { Source } from './source.ts'

/** One field of a TIFF directory, a format that Exif data uses too (TIFF 6.0, section 2). */
export type Field = {
  tag: number
  count: number
  /** The size of its value in bytes, and its offset in the source. */
  bytes: number
  valueAt: number
  /** The field's bytes in the directory. */
  raw: Buffer
}

export type Directory = { fields: Field[]; at: number; bytes: number; next: number }

/** The byte order of a TIFF. */
export type Order = 'little' | 'big'

const FIELD_BYTES = 12
const FIELDS_MAX = 2000
const BYTES_OF = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/** Returns the byte order and the offset of the first directory, or `null` if the file is not a TIFF. */
export async function headOf({ at, size }: Source): Promise<{ order: Order; first: number } | null> {
  const head = await at(0, 8)
  const sign = head.toString('latin1', 0, 4)
  if (head.length < 8 || (sign !== 'II*\0' && sign !== 'MM\0*')) return null
  const order = sign.startsWith('II') ? 'little' : 'big'
  const first = order === 'little' ? head.readUInt32LE(4) : head.readUInt32BE(4)
  return first >= 8 && first + 2 <= size ? { order, first } : null
}

const word = (order: Order, from: Buffer, at: number) =>
  order === 'little' ? from.readUInt16LE(at) : from.readUInt16BE(at)
const long = (order: Order, from: Buffer, at: number) =>
  order === 'little' ? from.readUInt32LE(at) : from.readUInt32BE(at)

/** Reads one directory. Throws the refusal of a broken file if it extends beyond the source. */
export async function readDirectory(source: Source, order: Order, at: number): Promise<Directory> {
  const counted = await source.at(at, 2)
  const count = counted.length === 2 ? word(order, counted, 0) : 0
  if (count === 0 || count > FIELDS_MAX) throw refuse('broken')
  const bytes = 2 + count * FIELD_BYTES + 4
  const whole = await source.at(at, bytes)
  // Some programs omit the offset of the next directory at the end of the file.
  if (whole.length < bytes - 4) throw refuse('broken')
  const fields = Array.from({ length: count }, (_, index) => {
    const place = 2 + index * FIELD_BYTES
    return fieldFrom(order, whole.subarray(place, place + FIELD_BYTES), at + place)
  })
  const next = whole.length === bytes ? long(order, whole, bytes - 4) : 0
  return { fields, at, bytes: whole.length, next }
}

function fieldFrom(order: Order, raw: Buffer, at: number): Field {
  const count = long(order, raw, 4)
  const bytes = count * (BYTES_OF[word(order, raw, 2)] ?? 1)
  return { tag: word(order, raw, 0), count, bytes, valueAt: bytes <= 4 ? at + 8 : long(order, raw, 8), raw }
}

/** The first `most` numbers of a field. */
export async function numbersOf(source: Source, order: Order, field: Field, most = 1): Promise<number[]> {
  const size = field.count === 0 ? 0 : field.bytes / field.count
  const count = Math.min(field.count, most)
  const value = await source.at(field.valueAt, count * size)
  if (value.length < count * size) throw refuse('broken')
  return Array.from({ length: count }, (_, index) => {
    if (size === 1) return value.readUInt8(index)
    if (size === 2) return word(order, value, index * 2)
    return size === 4 ? long(order, value, index * 4) : 0
  })
}

/** The directory without these fields. Its length is the same, so that all offsets stay valid. */
export function without({ fields, bytes, next }: Directory, order: Order, gone: ReadonlySet<Field>): Buffer {
  const kept = fields.filter((field) => !gone.has(field))
  const directory = Buffer.alloc(bytes)
  if (order === 'little') directory.writeUInt16LE(kept.length)
  else directory.writeUInt16BE(kept.length)
  for (const [index, { raw }] of kept.entries()) raw.copy(directory, 2 + index * FIELD_BYTES)
  const nextAt = 2 + kept.length * FIELD_BYTES
  if (nextAt + 4 > bytes) return directory
  if (order === 'little') directory.writeUInt32LE(next, nextAt)
  else directory.writeUInt32BE(next, nextAt)
  return directory
}
