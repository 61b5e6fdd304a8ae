import * as z from 'zod/mini'
import { identifier, reasonText } from '../text.ts'

/** Characters of what a hold is for, and of why it ends. */
export const HOLD_REASON = { min: 10, max: 1000 } as const

const reason = reasonText('Reason', HOLD_REASON)

/** Whose chart is held, and for which matter. */
export const placeLegalHoldInput = z.strictObject({ patientId: identifier, reason })

/** Which hold of a patient ends, and why. */
export const liftLegalHoldInput = z.strictObject({ patientId: identifier, legalHoldId: identifier, reason })

/** Which holds are listed: those that stand, or those that were lifted. */
export const listLegalHoldsInput = z.strictObject({ isLifted: z.nullish(z.boolean('isLifted is yes or no')) })
