import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { runs } from '#tests/support/properties.ts'
import { fieldMessages } from '../fieldMessages.ts'
import { drawnSignature } from './drawing.ts'
import { SHEET } from './sheet.ts'

const hand = [
  [100, 200, 180, 90, 230, 210, 300, 120, 360, 205],
  [90, 240, 700, 225],
]

const messageOf = (drawing: unknown) => {
  const parsed = z.safeParse(drawnSignature, drawing)
  return parsed.success ? null : Object.values(fieldMessages(parsed.error))[0]
}

test('a blank sheet, a dot and an accidental stroke are not signatures', () => {
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

test('strokes outside the sheet, fractions and excessive strokes are rejected', () => {
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

test('any input is either accepted or rejected with a message, and never throws', () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 905 }), fc.double(), fc.maxSafeInteger())
  const anything = fc.oneof(fc.anything(), fc.array(fc.array(number, { maxLength: 40 }), { maxLength: 12 }))
  fc.assert(
    fc.property(anything, (drawing) => {
      const parsed = z.safeParse(drawnSignature, drawing)
      return parsed.success || Object.values(fieldMessages(parsed.error)).every(Boolean)
    }),
    { numRuns: runs(300) },
  )
})
