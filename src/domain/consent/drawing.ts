import * as z from 'zod/mini'
import { answer } from '../patientTexts/answers.ts'
import { type Drawing, SHEET, type Stroke } from './sheet.ts'

/** More than any real signature has. Limits the server's rendering time. */
const MOST = { strokes: 200, numbers: 12_000, units: 60_000 } as const
/** Less than this is accidental: the length of all strokes and the larger side of their bounding box. */
const LEAST = { units: 100, extent: 45 } as const

/** The error for a missing signature. */
export const NOT_DRAWN = answer('notDrawn')
const BROKEN = answer('drawingBroken')

const isOnSheet = (stroke: unknown): stroke is Stroke =>
  Array.isArray(stroke) &&
  stroke.length >= 2 &&
  stroke.length % 2 === 0 &&
  stroke.length <= MOST.numbers &&
  stroke.every(
    (at, index) => Number.isInteger(at) && at >= 0 && at <= (index % 2 === 0 ? SHEET.width : SHEET.height),
  )

/** Whether all strokes are on the sheet and within the limits. The drawing may still be blank. */
const isDrawing = (value: unknown): value is Drawing =>
  Array.isArray(value) &&
  value.length <= MOST.strokes &&
  value.every(isOnSheet) &&
  numbersIn(value) <= MOST.numbers &&
  unitsOf(value) <= MOST.units

const numbersIn = (drawing: Drawing) => drawing.reduce((sum, { length }) => sum + length, 0)

/** The total length of all strokes. */
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

/** Whether the drawing is more than a dot or an accidental stroke. */
const isDrawn = (drawing: Drawing): boolean =>
  drawing.length > 0 && unitsOf(drawing) >= LEAST.units && extentOf(drawing) >= LEAST.extent

/** A drawn signature: on the sheet, within the limits and not blank. */
export const drawnSignature = z
  .custom<Drawing>(isDrawing, BROKEN)
  .check(z.refine((drawing) => isDrawn(drawing), NOT_DRAWN))
