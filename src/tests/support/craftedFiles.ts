import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { sample } from './recordFiles.ts'

// Malformed and malicious files, and photographs with location data.

/** The EICAR test virus, which every scanner knows. */
export const testVirus = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
)

type TiffField = [tag: number, type: number, value: number[] | Buffer]

const SIZES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 }

/** A little-endian TIFF with a chain of these directories; `place` marks the offset of a directory. */
export function tiff(directories: TiffField[][], { chained = directories.length } = {}): Buffer {
  const values: Buffer[] = []
  const starts: number[] = []
  let at = 8
  for (const fields of directories) {
    starts.push(at)
    at += 2 + fields.length * 12 + 4
  }
  const head = Buffer.from('49492a0008000000', 'hex')
  const written = directories.map((fields, index) => {
    const directory = Buffer.alloc(2 + fields.length * 12 + 4)
    directory.writeUInt16LE(fields.length)
    for (const [place, [tag, type, value]] of fields.entries()) {
      const bytes = Buffer.isBuffer(value) ? value : numbers(type, value, starts)
      const to = 2 + place * 12
      directory.writeUInt16LE(tag, to)
      directory.writeUInt16LE(type, to + 2)
      directory.writeUInt32LE(bytes.length / (SIZES[type] ?? 1), to + 4)
      if (bytes.length <= 4) bytes.copy(directory, to + 8)
      else {
        directory.writeUInt32LE(at, to + 8)
        values.push(bytes)
        at += bytes.length
      }
    }
    directory.writeUInt32LE(index + 1 < chained ? (starts[index + 1] ?? 0) : 0, directory.length - 4)
    return directory
  })
  return Buffer.concat([head, ...written, ...values])
}

/** Encodes values by type; -n means the offset of directory n. */
function numbers(type: number, list: number[], starts: number[]): Buffer {
  const bytes = Buffer.alloc(list.length * (SIZES[type] ?? 1))
  for (const [index, value] of list.entries()) {
    const number = value < 0 ? (starts[-value] ?? 0) : value
    if (type === 3) bytes.writeUInt16LE(number, index * 2)
    else if (type === 5) bytes.writeUInt32LE(number, index * 8)
    else bytes.writeUInt32LE(number, index * 4)
  }
  return bytes
}

/** 40.7128 degrees north in EXIF format: three fractions. */
const DEGREES = Buffer.from('2800000001000000' + '2a00000001000000' + '2e00000001000000', 'hex')
/** The location bytes in the photograph of `facts`, for searching. */
export const placeMark = DEGREES

/** The EXIF data of a photograph: orientation, time, maker note and location. */
export const facts = (): Buffer =>
  tiff(
    [
      [
        [0x0112, 3, [6]],
        [0x8769, 4, [-1]],
        [0x8825, 4, [-2]],
      ],
      [
        [0x9003, 2, Buffer.from('2026:01:05 15:00:00\0')],
        [0x927c, 7, Buffer.from('maker: 40.7128 north')],
      ],
      [
        [0, 1, Buffer.from([2, 2, 0, 0])],
        [1, 2, Buffer.from('N\0')],
        [2, 5, DEGREES],
      ],
    ],
    { chained: 1 },
  )

const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xff00 + marker)
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The knee drawing as a JPEG, with these segments in front. */
export function jpegWith(...segments: [marker: number, body: Buffer][]): Buffer {
  const knee = sample('knee.jpg')
  return Buffer.concat([
    knee.subarray(0, 2),
    ...segments.map(([marker, body]) => segment(marker, body)),
    knee.subarray(2),
  ])
}

export const exifBody = (): Buffer => Buffer.concat([Buffer.from('Exif\0\0'), facts()])
export const xmpBody = (text: string): Buffer => Buffer.from(`http://ns.adobe.com/xap/1.0/\0${text}`)

/** A JPEG that claims this many pixels. */
export function hugeJpeg(side: number): Buffer {
  const knee = Buffer.from(sample('knee.jpg'))
  const frame = knee.indexOf(Buffer.from('ffc0', 'hex'))
  knee.writeUInt16BE(side, frame + 5)
  knee.writeUInt16BE(side, frame + 7)
  return knee
}

const chunk = (type: string, data: Buffer): Buffer => {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length)
  whole.write(type, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}

/** The knee drawing as a PNG, with these chunks after its header. */
export function pngWith(...chunks: [type: string, data: Buffer][]): Buffer {
  const knee = sample('knee.png')
  return Buffer.concat([
    knee.subarray(0, 33),
    ...chunks.map(([type, data]) => chunk(type, data)),
    knee.subarray(33),
  ])
}

/** A PNG that claims this many pixels. */
export function hugePng(side: number): Buffer {
  const head = Buffer.from(sample('knee.png').subarray(16, 29))
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  return Buffer.concat([
    sample('knee.png').subarray(0, 8),
    chunk('IHDR', head),
    sample('knee.png').subarray(33),
  ])
}

export const page = (width: number, height: number): TiffField[] => [
  [256, 4, [width]],
  [257, 4, [height]],
]

/** The namespace of the text of Word documents. */
export const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document with these parts in addition to the required ones. */
export async function docxWith(
  parts: Record<string, string | Buffer>,
  { comment = '', types = '' } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  const every = {
    '[Content_Types].xml': `<Types>${types}</Types>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"/>`,
    ...parts,
  }
  for (const [name, content] of Object.entries(every)) zip.addBuffer(Buffer.from(content), name)
  zip.end({ comment, forceZip64Format: false })
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}

const GIGABYTE = 2 ** 30

/**
 * A document of about a megabyte that unpacks to ten gigabytes: a block that unpacks to a gigabyte appears
 * ten times. With `lying`, it claims that each part is small.
 */
export function bombDocx({ lying = false, parts = 10 } = {}): Buffer {
  const packed = zeros()
  const whole: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const add = (name: string, content: Buffer, method: number, size: number) => {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50)
    for (const [head, from] of [
      [local, 4],
      [central, 6],
    ] as const) {
      head.writeUInt16LE(20, from)
      head.writeUInt16LE(method, from + 4)
      head.writeUInt32LE(content.length, from + 14)
      head.writeUInt32LE(size, from + 18)
      head.writeUInt16LE(name.length, from + 22)
    }
    central.writeUInt32LE(at, 42)
    directory.push(central, Buffer.from(name))
    whole.push(local, Buffer.from(name), content)
    at += 30 + name.length + content.length
  }
  for (const name of ['[Content_Types].xml', 'word/document.xml']) add(name, Buffer.from('<x/>'), 0, 4)
  for (let part = 0; part < parts; part += 1)
    add(`word/media/${part}.xml`, packed, 8, lying ? 1000 : GIGABYTE)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(parts + 2, 8)
  end.writeUInt16LE(parts + 2, 10)
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  )
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...whole, ...directory, end])
}

/** A hundred megabytes of zeros, compressed to a tenth of a megabyte. */
const zeros = () => deflateRawSync(Buffer.alloc(100_000_000), { level: 9 })

/** A PDF with these objects, plain or in a compressed object stream. */
export function pdfWith(objects: string, { packed = false, filter = '/FlateDecode' } = {}): Buffer {
  const body = packed ? deflateSync(Buffer.from(objects)) : Buffer.from(objects)
  const opened = packed
    ? `1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length ${body.length} /Filter ${filter} >>\nstream\n`
    : '1 0 obj\n'
  const closed = packed ? '\nendstream\nendobj' : '\nendobj'
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${opened}`),
    body,
    Buffer.from(`${closed}\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`),
  ])
}
