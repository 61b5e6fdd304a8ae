import { expect, test } from 'vitest'
import { pictureIn } from './picture.ts'
import { withoutMetadata } from './withoutMetadata.ts'

/** One pixel each, as common programs write them. */
const pictures = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/webp': 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
} as const
type Type = keyof typeof pictures

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')
const PLACE = 'GPS 43.66, -70.25'

/** A PNG chunk. Nothing here reads its checksum. */
function chunk(name: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(PLACE.length)
  return Buffer.concat([length, Buffer.from(name + PLACE), Buffer.alloc(4)])
}

function segment(marker: number): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(PLACE.length + 2, 2)
  return Buffer.concat([head, Buffer.from(PLACE)])
}

/** A WebP file in the extended format with Exif and XMP, whose names of odd length are padded. */
function extendedWebp(): Buffer {
  const part = (name: string, data: Buffer) => {
    const head = Buffer.from(`${name}0000`)
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const flags = Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const image = bytesOf(pictures['image/webp']).subarray(12)
  const body = [
    part('VP8X', flags),
    image,
    part('EXIF', Buffer.from(PLACE)),
    part('XMP ', Buffer.from(PLACE)),
  ]
  const file = Buffer.concat([Buffer.from('RIFF0000WEBP'), ...body])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

const withPlaces: Record<Type, () => Buffer> = {
  'image/png': () => {
    const plain = bytesOf(pictures['image/png'])
    const added = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].map(chunk)
    return Buffer.concat([plain.subarray(0, 33), ...added, plain.subarray(33)])
  },
  'image/jpeg': () => {
    const plain = bytesOf(pictures['image/jpeg'])
    // Exif and XMP, Photoshop with IPTC, and a comment.
    const added = [0xe1, 0xed, 0xfe].map(segment)
    return Buffer.concat([plain.subarray(0, 2), ...added, plain.subarray(2)])
  },
  'image/webp': extendedWebp,
}

test.each(Object.keys(pictures) as Type[])('%s loses its metadata and keeps its image', (mimeType) => {
  const given = Uint8Array.from(withPlaces[mimeType]())
  expect(pictureIn(given)).toMatchObject({ mimeType })
  expect(Buffer.from(given).includes(PLACE)).toBe(true)
  const stripped = withoutMetadata(given, { mimeType })
  expect(Buffer.from(stripped).includes(PLACE)).toBe(false)
  expect(pictureIn(stripped)).toEqual(pictureIn(given))
  const plain = bytesOf(pictures[mimeType])
  if (mimeType !== 'image/webp') expect(Buffer.from(stripped)).toEqual(plain)
  else {
    expect(Buffer.from(stripped).includes(plain.subarray(12))).toBe(true)
    expect(stripped[20]).toBe(0)
  }
})

test.each(Object.entries(pictures))('%s without metadata stays as it is', (mimeType, base64) => {
  const plain = Uint8Array.from(bytesOf(base64))
  expect(withoutMetadata(plain, { mimeType: mimeType as Type })).toEqual(plain)
})

test('the color profile and color transform of a JPEG are kept', () => {
  const plain = bytesOf(pictures['image/jpeg'])
  const given = Uint8Array.from(
    Buffer.concat([plain.subarray(0, 2), segment(0xe2), segment(0xee), plain.subarray(2)]),
  )
  expect(withoutMetadata(given, { mimeType: 'image/jpeg' })).toEqual(given)
})
