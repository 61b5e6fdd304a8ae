import * as z from 'zod/mini'
import { storable } from '../text.ts'
import { PASSWORD } from '../users/credentials.ts'

/** The digits of an authenticator app; spaces between them are ignored. */
export const authenticatorCode = z.string('Enter the 6 digits from your authenticator app').check(
  z.maxLength(20, 'Enter the 6 digits from your authenticator app'),
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the 6 digits from your authenticator app'),
)

const recoveryCode = z
  .string('Enter one of your recovery codes')
  .check(
    z.trim(),
    z.minLength(1, 'Enter one of your recovery codes'),
    z.maxLength(40, 'Enter one recovery code'),
    storable,
  )

/** What shows the second factor: a code from the app, or a recovery code. */
export const shownFactor = { code: z.nullish(authenticatorCode), recoveryCode: z.nullish(recoveryCode) }
export type ShownFactor = { code?: string | null | undefined; recoveryCode?: string | null | undefined }

export const confirmAuthenticatorInput = z.strictObject({ code: authenticatorCode })

export const stepUpInput = z.strictObject({
  ...shownFactor,
  password: z.nullish(
    z
      .string('Enter your password')
      .check(z.minLength(1, 'Enter your password'), z.maxLength(PASSWORD.max, 'Invalid password')),
  ),
})

/** Maximum length of the reason for a reset. */
export const RESET_REASON_MAX = 1000

export const resetSecondFactorInput = z.strictObject({
  userId: z.string(),
  reason: z
    .string('Enter a reason')
    .check(
      z.trim(),
      z.minLength(10, 'The reason must be at least 10 characters'),
      z.maxLength(RESET_REASON_MAX, `The reason must be at most ${RESET_REASON_MAX} characters`),
      storable,
    ),
})
