import * as z from 'zod/mini'
import { identifier, reasonText, storable } from '../text.ts'
import { patientListInput } from './inputs.ts'

/** What staff are told of a restricted chart that is not open to them, with the way in. */
export const CHART_IS_LOCKED = 'This chart is restricted. Break the glass to open it.'

/** For how long breaking the glass opens a chart. */
export const GLASS_HOURS = 4

/** Characters of a reason for restricting a chart, lifting that, and breaking the glass. */
export const RESTRICTION_REASON = { min: 10, max: 1000 } as const

/** Whose chart, and why it is restricted, opened again or broken into. */
const chartAndReason = z.strictObject({
  patientId: identifier,
  reason: reasonText('Reason', RESTRICTION_REASON),
})

export const restrictPatientInput = chartAndReason
export const liftRestrictionInput = chartAndReason
export const breakGlassInput = chartAndReason

/** What of locked charts can be asked for: a part of the name. */
export const lockedChartsInput = z.strictObject({ search: patientListInput.shape.search })

/** Which breakings of the glass are wanted; all of them when left out. */
export const breakGlassListInput = z.strictObject({
  isReviewed: z.nullish(z.boolean('Reviewed is yes or no')),
})

/** What an administrator says of one that was broken. */
export const reviewBreakGlassInput = z.strictObject({
  breakGlassId: identifier,
  remark: z
    .string('Say what you found')
    .check(
      z.trim(),
      z.minLength(1, 'Say what you found'),
      z.maxLength(1000, 'Use at most 1000 characters'),
      storable,
    ),
})
