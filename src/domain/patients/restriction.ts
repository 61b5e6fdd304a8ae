import * as z from 'zod/mini'
import { identifier, reasonText, storable } from '../text.ts'
import { patientListInput } from './inputs.ts'

/** The message for staff about a restricted chart, with the way to open it. */
export const CHART_IS_RESTRICTED = 'This chart is restricted. Break the glass to open it.'

/** How many hours break-the-glass access lasts. */
export const GLASS_HOURS = 4

/** The length of the reason to restrict a chart, lift the restriction or break the glass. */
export const RESTRICTION_REASON = { min: 10, max: 1000 } as const

/** A chart, and why it is restricted, reopened or accessed in an emergency. */
const chartAndReason = z.strictObject({
  patientId: identifier,
  reason: reasonText('Reason', RESTRICTION_REASON),
})

export const restrictPatientInput = chartAndReason
export const liftRestrictionInput = chartAndReason
export const breakGlassInput = chartAndReason

/** The search among closed charts: part of the name. */
export const restrictedChartsInput = z.strictObject({ search: patientListInput.shape.search })

/** Which accesses to list; all if omitted. */
export const breakGlassListInput = z.strictObject({
  isReviewed: z.nullish(z.boolean('Reviewed is yes or no')),
})

/** An administrator's review of an access. */
export const reviewBreakGlassInput = z.strictObject({
  breakGlassId: identifier,
  remark: z
    .string('Enter your findings')
    .check(
      z.trim(),
      z.minLength(1, 'Enter your findings'),
      z.maxLength(1000, 'Use at most 1000 characters'),
      storable,
    ),
})
