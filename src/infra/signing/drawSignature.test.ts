import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { drawnSignature } from '#domain/consent/drawing.ts'
import { SHEET } from '#domain/consent/sheet.ts'
import { fieldMessages } from '#domain/fieldMessages.ts'
import { runs } from '#testing/properties.ts'
import { drawSignature } from './drawSignature.ts'

const hand = [
  [100, 200, 180, 90, 230, 210, 300, 120, 360, 205],
  [90, 240, 700, 225],
]

/** The shade at a point of the picture, read from the rows that the PNG packs (ISO 15948: a byte before each row). */
function shadeOf(png: Uint8Array): (x: number, y: number) => number | undefined {
  const bytes = Buffer.from(png)
  const start = bytes.indexOf('IDAT')
  const rows = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)))
  expect(rows).toHaveLength((SHEET.width + 1) * SHEET.height)
  return (x, y) => rows[y * (SHEET.width + 1) + 1 + x]
}

test('what was drawn is dark where the pen went and white elsewhere', () => {
  const shade = shadeOf(drawSignature(hand))
  expect([shade(100, 200), shade(300, 120), shade(700, 225)]).toEqual([24, 24, 24])
  expect([shade(0, 0), shade(450, 40), shade(899, 299)]).toEqual([255, 255, 255])
})

test('the same movements are the same picture, byte for byte', () => {
  expect(Buffer.from(drawSignature(hand)).equals(Buffer.from(drawSignature(hand)))).toBe(true)
})

const messageOf = (drawing: unknown) => {
  const parsed = z.safeParse(drawnSignature, drawing)
  return parsed.success ? null : Object.values(fieldMessages(parsed.error))[0]
}

test('a blank sheet, a dot and a slip of the finger are no signature', () => {
  for (const blank of [
    [],
    [[450, 150]],
    [[10, 10, 12, 11]],
    [[10, 10, 10, 10]],
    [[5, 5, 30, 5, 5, 5, 30, 5]],
  ])
    expect(messageOf(blank)).toBe('Draw your signature in the box, or type it instead')
  expect(messageOf(hand)).toBeNull()
})

test('what lies off the sheet, is no whole number, or is more than a hand draws is refused', () => {
  const endless = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? (index % 4) * 450 : 150))
  const refused = [
    [[0, 0, SHEET.width + 1, 10]],
    [[-1, 0, 300, 10]],
    [[0, 0, 300, SHEET.height + 1]],
    [[0, 0, 300]],
    [[]],
    [[0.5, 0, 300, 10]],
    [[Number.NaN, 0, 300, 10]],
    [['0', 0, 300, 10]],
    Array.from({ length: 201 }, () => [0, 0, 300, 10]),
    Array.from({ length: 7 }, () => Array.from({ length: 2000 }, () => 100)),
    Array.from({ length: 150 }, () => endless),
  ]
  for (const drawing of refused) expect(messageOf(drawing)).toMatch(/^This drawing cannot be read/)
})

test('anything at all is refused in words or drawn, and never a fault', () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 905 }), fc.double(), fc.maxSafeInteger())
  const anything = fc.oneof(fc.anything(), fc.array(fc.array(number, { maxLength: 40 }), { maxLength: 12 }))
  fc.assert(
    fc.property(anything, (drawing) => {
      const parsed = z.safeParse(drawnSignature, drawing)
      if (!parsed.success) return Object.values(fieldMessages(parsed.error)).every(Boolean)
      return drawSignature(parsed.data).length > 100
    }),
    { numRuns: runs(300) },
  )
})
