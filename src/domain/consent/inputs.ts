import * as z from 'zod/mini'
import { identifier, optionalText, reasonText } from '../text.ts'

/** The length of the reason for a revocation. */
export const REVOKE_REASON = { min: 10, max: 1000 } as const

export const revokeConsentInput = z.strictObject({
  patientId: identifier,
  reason: reasonText('Reason', REVOKE_REASON),
})

export const voidConsentRequestInput = z.strictObject({
  patientId: identifier,
  reason: optionalText(REVOKE_REASON.max),
})

/** Identifies a patient's form by its request. Without one, the newest form is meant. */
export const consentFormInput = z.strictObject({
  patientId: identifier,
  requestId: z.optional(z.nullable(identifier)),
})
