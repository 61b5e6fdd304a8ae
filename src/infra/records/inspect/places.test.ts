import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { refusals } from '#domain/records/refusals.ts'
import {
  exifBody,
  facts,
  jpegWith,
  page,
  placeMark,
  pngWith,
  tiff,
  xmpBody,
} from '#tests/support/craftedFiles.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { sourceOf, taken } from '#tests/support/takenFile.ts'
import { inspect } from './inspect.ts'

const behind = (content: Buffer, more: Buffer) => Buffer.concat([content, more])

const located: [string, Buffer][] = [
  ['the facts of a JPEG', jpegWith([0xe1, exifBody()])],
  ['the XMP of a JPEG', jpegWith([0xe1, xmpBody(`<x exif:GPSLatitude="40,42.7N"/>${placeMark}`)])],
  ['the XMP of a JPEG by name', jpegWith([0xe1, xmpBody('<x photoshop:City="Boston"/>')])],
  [
    'the captions of a JPEG',
    jpegWith([
      0xed,
      Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0b\x1c\x02\x5a\0\x06Boston', 'latin1'),
    ]),
  ],
  ['the facts of a PNG', pngWith(['eXIf', facts()])],
  [
    'the XMP of a PNG',
    pngWith(['iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x exif:GPSLatitude="40"/>')]),
  ],
  [
    'the packed XMP of a PNG',
    pngWith([
      'iTXt',
      Buffer.concat([
        Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'),
        deflateSync('<x exif:GPSLatitude="40"/>'),
      ]),
    ]),
  ],
  [
    'a raw profile in a PNG',
    pngWith([
      'zTXt',
      Buffer.concat([
        Buffer.from('Raw profile type exif\0\0'),
        deflateSync(
          `\nexif\n${exifBody().length}\n${exifBody()
            .toString('hex')
            .replace(/(.{72})/g, '$1\n')}\n`,
        ),
      ]),
    ]),
  ],
  ['the facts of a TIFF', tiffWithPlace()],
  ['the XMP of a TIFF', tiff([[...page(10, 10), [700, 1, Buffer.from('<x exif:GPSLatitude="40,42.7N"/>')]]])],
  ['the map in a TIFF', tiff([[...page(10, 10), [33_922, 5, Buffer.alloc(48, 7)]]])],
]

test.for(located)('the location is removed from %s, and the image stays unchanged', async ([, content]) => {
  const { removed, kept, type } = await taken(content)
  expect(removed).toEqual(['location'])
  for (const mark of [placeMark, Buffer.from('Boston'), Buffer.from('GPSLatitude'), Buffer.alloc(48, 7)])
    expect(kept.includes(mark)).toBe(false)
  expect(await taken(kept)).toEqual({ type, removed: [], kept })
  const pixels = type === 'image/png' ? sample('knee.png').subarray(33) : sample('knee.jpg').subarray(2)
  if (type !== 'image/tiff') expect(kept.subarray(-pixels.length)).toEqual(pixels)
})

test('a photo keeps its orientation and time and loses its maker notes', async () => {
  const { kept } = await taken(jpegWith([0xe1, exifBody()]))
  expect(kept.includes('2026:01:05 15:00:00')).toBe(true)
  expect(kept.includes(Buffer.from('120103000100000006', 'hex'))).toBe(true)
  expect(kept.includes('maker')).toBe(false)
})

test('metadata without a location is unchanged', async () => {
  const plain = tiff(
    [
      [
        [0x0112, 3, [6]],
        [0x8825, 4, [-1]],
      ],
      [[0, 1, Buffer.from([2, 2, 0, 0])]],
    ],
    { chained: 1 },
  )
  const content = jpegWith(
    [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), plain])],
    [0xe1, xmpBody('<x a="b"/>')],
  )
  expect(await taken(content)).toMatchObject({ removed: [], kept: content })
})

test('a second picture that a phone appended is removed', async () => {
  const content = behind(sample('knee.jpg'), jpegWith([0xe1, exifBody()]))
  expect(await taken(content)).toMatchObject({ removed: ['appendix'], kept: sample('knee.jpg') })
  const filled = behind(sample('knee.jpg'), Buffer.alloc(100))
  expect(await taken(filled)).toMatchObject({ removed: [], kept: filled })
})

function tiffWithPlace(): Buffer {
  return tiff(
    [
      [...page(10, 10), [0x8825, 4, [-1]]],
      [
        [0, 1, Buffer.from([2, 2, 0, 0])],
        [2, 5, placeMark],
      ],
    ],
    { chained: 1 },
  )
}

/** A TIFF of 2 MB whose fields all have the same value. */
function sharedValue(tag: number, bytes: number): Buffer {
  const fields = Array.from({ length: 1900 }, (): Field => [tag, 1, Buffer.alloc(5)])
  const file = Buffer.concat([tiff([[...page(10, 10), ...fields]]), Buffer.alloc(2_000_000)])
  for (let index = 0; index < fields.length; index += 1) {
    const at = 8 + 2 + (page(10, 10).length + index) * 12
    file.writeUInt32LE(bytes, at + 4)
    file.writeUInt32LE(file.length - bytes, at + 8)
  }
  return file
}

type Field = Parameters<typeof tiff>[0][number][number]

test('blanking a value that a thousand fields share does not exceed the size of the file', async () => {
  const source = sourceOf(sharedValue(33_922, 1_900_000))
  const before = process.memoryUsage().arrayBuffers
  await expect(inspect(source, 'image/tiff')).rejects.toThrow(refusals.broken)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
})
