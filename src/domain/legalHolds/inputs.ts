import * as z from 'zod/mini'
import { identifier, reasonText } from '../text.ts'

/** The length of the reasons to place and to lift a hold. */
export const HOLD_REASON = { min: 10, max: 1000 } as const

/** The patient, and the matter that the hold is for: the screens call this reason "Matter". */
export const placeLegalHoldInput = z.strictObject({
  patientId: identifier,
  reason: reasonText('Matter', HOLD_REASON),
})

/** The hold to lift, and why. */
export const liftLegalHoldInput = z.strictObject({
  patientId: identifier,
  legalHoldId: identifier,
  reason: reasonText('Reason', HOLD_REASON),
})

/** Whether to list active or lifted holds. */
export const listLegalHoldsInput = z.strictObject({ isLifted: z.nullish(z.boolean('isLifted is yes or no')) })
