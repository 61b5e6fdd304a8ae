import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { isRefusal, refuse } from '#domain/records/refusals.ts'
import { type Budget, ObjectReader, type ParsedObject } from './pdfObjects.ts'
import { type Finding, plainName } from './pdfRules.ts'
import type { Source } from './source.ts'
import { malwareWatch } from './watch.ts'

/** The limit on the decompressed size of one object stream. Programs put about a hundred small objects in each. */
const PACK_MAX = 16_000_000
const READ = 32_768

/** An object stream (ISO 32000-2, 7.5.7): objects that are compressed together. */
export type Pack = {
  /** The offset after the word `stream`. */
  dataAt: number
  isDeflated: boolean
  /** The offset of its first object after decompression. */
  first: number
  /** `null` if the length is in another object. */
  length: number | null
}

/** The keys that decide how a viewer decompresses a stream, and keys that abbreviate them or name another file. */
const DECISIVE = ['Filter', 'DecodeParms', 'First', 'N', 'Type', 'Length']
const FOREIGN = ['F', 'FFilter', 'FDecodeParms', 'DP']

/**
 * What to unpack if a viewer may read a stream with this dictionary as an object stream. Some viewers ignore the
 * type, so the two keys that they need count too. Throws where two viewers could unpack it differently: at repeated
 * keys, and at indirect values, which each viewer looks up in its own way.
 */
export function packOf({ value, names, streamAt }: ParsedObject, place: number): Pack | null {
  if (streamAt === null) return null
  if (!(value instanceof PDFDict)) {
    if (names.has('ObjStm') || (names.has('N') && names.has('First'))) throw refuse('broken')
    return null
  }
  const keyOf = (key: string) => value.get(PDFName.of(key))
  const [hasNumber, hasFirst] = [keyOf('N') !== undefined, keyOf('First') !== undefined]
  const isPack = names.has('ObjStm') || (hasNumber && hasFirst)
  if (!isPack && !(keyOf('Type') instanceof PDFRef && (hasNumber || hasFirst))) return null
  const isUnclear =
    DECISIVE.some((key) => (names.get(key) ?? 0) > 1) ||
    FOREIGN.some((key) => names.has(key)) ||
    [keyOf('Type'), keyOf('First')].some((one) => one instanceof PDFRef)
  if (isUnclear || !hasPlainParameters(keyOf('DecodeParms'))) throw refuse('disguised')
  const [first, length] = [keyOf('First'), keyOf('Length')]
  return {
    dataAt: place + streamAt,
    isDeflated: isDeflated(keyOf('Filter')),
    first: first instanceof PDFNumber ? first.asNumber() : 0,
    length: length instanceof PDFNumber ? length.asNumber() : null,
  }
}

/** Whether there is no filter or only FlateDecode. Programs use no other filter for objects. */
function isDeflated(filter: PDFObject | undefined): boolean {
  const filters = listOf(filter)
  const [one] = filters
  if (!one) return false
  if (filters.length > 1 || !(one instanceof PDFName) || plainName(one) !== 'FlateDecode')
    throw refuse('disguised')
  return true
}

/** Whether there is no predictor, which would change the decompressed bytes. */
export const hasPlainParameters = (parameters: PDFObject | undefined): boolean =>
  listOf(parameters).every((one) => {
    if (one === PDFNull) return true
    const predictor = one instanceof PDFDict ? one.get(PDFName.of('Predictor')) : one
    return predictor === undefined || (predictor instanceof PDFNumber && predictor.asNumber() === 1)
  })

/** The elements of an array, or a list with the single value. */
export function listOf(value: PDFObject | undefined): PDFObject[] {
  if (value === undefined || value === PDFNull) return []
  return value instanceof PDFArray ? value.asArray() : [value]
}

/** Decompresses an object stream. Throws a refusal if the result exceeds `most` or the data is truncated. */
export async function unpack(source: Source, pack: Pack, most: number): Promise<Buffer> {
  const limit = Math.min(most, PACK_MAX)
  const from = await dataStart(source, pack.dataAt)
  return pack.isDeflated ? inflate(source, from, limit) : openContent(source, from, pack.length, limit)
}

/** The word `stream` is followed by a line break (ISO 32000-2, 7.3.8.1). */
async function dataStart({ at }: Source, place: number): Promise<number> {
  const end = /^[ \t]*(\r\n|\n|\r)/.exec((await at(place, 64)).toString('latin1'))
  if (!end) throw refuse('broken')
  return place + end[0].length
}

/** Requires an uncompressed stream to end at its stated length, so that all viewers see the same content. */
async function openContent(
  { at }: Source,
  from: number,
  length: number | null,
  limit: number,
): Promise<Buffer> {
  if (length === null || length < 0) throw refuse('broken')
  if (length > limit) throw refuse('bomb')
  const behind = (await at(from + length, 64)).toString('latin1')
  if (!/^\s*endstream/.test(behind)) throw refuse('broken')
  return at(from, length)
}

/**
 * Inflates a stream. Ignores its checksum and stated length, as viewers do. Throws for truncated data, because zlib and
 * viewers disagree on how much of it is readable.
 */
async function inflate(source: Source, from: number, limit: number): Promise<Buffer> {
  const head = await source.at(from, 2)
  const isZlib =
    head.length === 2 &&
    (head.readUInt8(0) & 15) === 8 &&
    head.readUInt16BE(0) % 31 === 0 &&
    !(head.readUInt8(1) & 32)
  if (!isZlib) throw refuse('broken')
  const packed = Readable.from(onward(source, from + 2))
  const inflating = createInflateRaw()
  packed.on('error', (error) => inflating.destroy(error))
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const piece of packed.pipe(inflating) as AsyncIterable<Buffer>) {
      parts.push(piece)
      size += piece.length
      if (size > limit) throw refuse('bomb')
    }
    return Buffer.concat(parts)
  } catch (error) {
    if (isRefusal(error) || (error as NodeJS.ErrnoException).code?.startsWith('Z_') !== true) throw error
    throw refuse('broken')
  } finally {
    packed.destroy()
    inflating.destroy()
  }
}

async function* onward({ at, size }: Source, from: number): AsyncGenerator<Buffer> {
  for (let place = from; place < size; place += READ) yield at(place, READ)
}

/**
 * Judges the objects of an object stream in both ways that viewers find them: one after another, and each at the offset
 * in the table, which may lie within another object.
 */
export function judgeObjects(content: Buffer, { first }: Pack, budget: Budget): Set<Finding> {
  malwareWatch()(content, 0)
  const reader = new ObjectReader(content, budget)
  const found = new Set(reader.readAll())
  const table = content.toString('latin1', 0, first).replace(/%[^\r\n]*/g, ' ')
  // The lookbehind prevents a restart at every digit of a long number.
  const places = [...table.matchAll(/(?<!\d)\d+\s+(\d+)/g)].map(([, offset]) => first + Number(offset))
  for (const place of places)
    if (place < content.length) for (const one of reader.readAt(place).found) found.add(one)
  return found
}
