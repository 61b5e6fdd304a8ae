import * as z from 'zod/mini'
import { requiredLine } from '../text.ts'

/** Days a request can be signed before it expires (DECISIONS, "Consent"). */
export const REQUEST_DAYS = 30

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
