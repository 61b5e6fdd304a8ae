import * as z from 'zod/mini'
import { identifier, reasonText } from '../text.ts'

/** The length of the reasons to place and to lift a hold. */
export const HOLD_REASON = { min: 10, max: 1000 } as const

const reason = reasonText('Reason', HOLD_REASON)

/** The patient and the reason of a hold. */
export const placeLegalHoldInput = z.strictObject({ patientId: identifier, reason })

/** The hold to lift, and why. */
export const liftLegalHoldInput = z.strictObject({ patientId: identifier, legalHoldId: identifier, reason })

/** Whether to list active or lifted holds. */
export const listLegalHoldsInput = z.strictObject({ isLifted: z.nullish(z.boolean('isLifted is yes or no')) })
