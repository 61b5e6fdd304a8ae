import * as z from 'zod/mini'
import { identifier, optionalText, reasonText, requiredLine } from '../text.ts'

/** Characters of the reason for which a consent was taken back. */
export const REVOKE_REASON = { min: 10, max: 1000 } as const

export const revokeConsentInput = z.strictObject({
  patientId: identifier,
  reason: reasonText('Reason', REVOKE_REASON),
})

export const voidConsentRequestInput = z.strictObject({
  patientId: identifier,
  reason: optionalText(REVOKE_REASON.max),
})

/** The secret of a signing link: 32 bytes as base64url. */
const linkSecret = z.string().check(z.maxLength(100))

export const consentLinkInput = z.strictObject({ secret: linkSecret })

export const signConsentInput = z.strictObject({
  secret: linkSecret,
  signerName: requiredLine('Type your full name to sign').check(
    z.refine((name) => (name.match(/\p{L}/gu) ?? []).length >= 2, 'Type your full name to sign'),
  ),
  agreesToSignElectronically: z.literal(true, 'Tick the box to agree to sign electronically'),
})
