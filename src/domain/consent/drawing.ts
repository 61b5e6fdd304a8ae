import * as z from 'zod/mini'
import { type Drawing, SHEET, type Stroke } from './sheet.ts'

/** What no hand exceeds, so that nobody can have the server draw for minutes. */
const MOST = { strokes: 200, numbers: 12_000, units: 60_000 } as const
/** Less than this is a slip of the finger: units that the pen moved, and the larger side of what it covered. */
const LEAST = { units: 100, extent: 45 } as const

/** Said where nothing worth the name of a signature was drawn. */
export const NOT_DRAWN = 'Draw your signature in the box, or type it instead'
const BROKEN = 'This drawing cannot be read. Clear it and draw again, or type your signature instead'

const isOnSheet = (stroke: unknown): stroke is Stroke =>
  Array.isArray(stroke) &&
  stroke.length >= 2 &&
  stroke.length % 2 === 0 &&
  stroke.length <= MOST.numbers &&
  stroke.every(
    (at, index) => Number.isInteger(at) && at >= 0 && at <= (index % 2 === 0 ? SHEET.width : SHEET.height),
  )

/** Within the sheet and within reason; whether anything is on it is another question. */
const isDrawing = (value: unknown): value is Drawing =>
  Array.isArray(value) &&
  value.length <= MOST.strokes &&
  value.every(isOnSheet) &&
  numbersIn(value) <= MOST.numbers &&
  unitsOf(value) <= MOST.units

const numbersIn = (drawing: Drawing) => drawing.reduce((sum, { length }) => sum + length, 0)

/** How far the pen moved while it touched the sheet. */
function unitsOf(drawing: Drawing): number {
  let sum = 0
  for (const stroke of drawing)
    for (let at = 2; at < stroke.length; at += 2)
      sum += Math.hypot(
        (stroke[at] as number) - (stroke[at - 2] as number),
        (stroke[at + 1] as number) - (stroke[at - 1] as number),
      )
  return sum
}

function extentOf(drawing: Drawing): number {
  const every = (axis: 0 | 1) => drawing.flatMap((stroke) => stroke.filter((_, index) => index % 2 === axis))
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  return Math.max(span(every(0)), span(every(1)))
}

/** Whether a hand drew something, and not a dot or a slip. */
const isDrawn = (drawing: Drawing): boolean =>
  drawing.length > 0 && unitsOf(drawing) >= LEAST.units && extentOf(drawing) >= LEAST.extent

/** A drawn signature: within the sheet, within reason, and not blank. */
export const drawnSignature = z
  .custom<Drawing>(isDrawing, BROKEN)
  .check(z.refine((drawing) => isDrawn(drawing), NOT_DRAWN))
