import { crc32, deflateSync } from 'node:zlib'
import { type Drawing, SHEET } from '#domain/consent/sheet.ts'

/** The strokes of a signature as a PNG, dark on white. */
export type DrawSignature = (drawing: Drawing) => Uint8Array<ArrayBuffer>

/** Half the width of the pen's line, in units of the sheet. */
const NIB = 2.4
const PAPER = 255
const INK = 24

/**
 * Draws a signature from how the pen moved. The picture is made here, from numbers, so that no picture of anybody
 * else's making is ever parsed, stored or put into a form.
 */
export const drawSignature: DrawSignature = (drawing) => {
  const pixels = new Uint8Array(SHEET.width * SHEET.height).fill(PAPER)
  for (const stroke of drawing)
    for (let at = 0; at < stroke.length; at += 2) {
      const from = Math.max(0, at - 2)
      drawLine(pixels, stroke.slice(from, from + 2) as Point, stroke.slice(at, at + 2) as Point)
    }
  return asPng(pixels)
}

type Point = [x: number, y: number]

/** A line with round ends, its edge smoothed over one unit; of two that cross the darker counts. */
function drawLine(pixels: Uint8Array, from: Point, to: Point): void {
  const reach = NIB + 1
  const [left, right] = span(from[0], to[0], reach, SHEET.width)
  const [top, bottom] = span(from[1], to[1], reach, SHEET.height)
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const cover = Math.min(1, Math.max(0, NIB + 0.5 - distance([x, y], from, to)))
      const shade = Math.round(PAPER - cover * (PAPER - INK))
      const at = y * SHEET.width + x
      if (shade < (pixels[at] ?? 0)) pixels[at] = shade
    }
}

const span = (one: number, other: number, reach: number, size: number): [number, number] => [
  Math.max(0, Math.floor(Math.min(one, other) - reach)),
  Math.min(size - 1, Math.ceil(Math.max(one, other) + reach)),
]

/** From a point to the nearest of a line. */
function distance([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}

/** Eight bits of grey, no interlacing, each row unfiltered (PNG, ISO 15948). */
function asPng(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const { width, height } = SHEET
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  return new Uint8Array(Buffer.concat(parts))
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}
