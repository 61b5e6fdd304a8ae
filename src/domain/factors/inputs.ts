import * as z from 'zod/mini'
import { identifier, storable } from '../text.ts'
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

/** The most characters of an authenticator's answer. An attestation of a hardware key takes about 2,000. */
const PASSKEY_ANSWER_MAX = 20_000

/** An authenticator's answer to a challenge, as JSON text of the browser. */
const passkeyAnswer = {
  challengeId: identifier,
  response: z.string().check(z.maxLength(PASSKEY_ANSWER_MAX, 'The answer of the passkey is too long')),
}

export const passkeyProof = z.strictObject(passkeyAnswer)
export type PasskeyProof = z.output<typeof passkeyProof>

/** What shows the second factor: a passkey, a code from the app, or a recovery code. */
export const shownFactor = {
  passkey: z.nullish(passkeyProof),
  code: z.nullish(authenticatorCode),
  recoveryCode: z.nullish(recoveryCode),
}
export type ShownFactor = {
  passkey?: PasskeyProof | null | undefined
  code?: string | null | undefined
  recoveryCode?: string | null | undefined
}

/** Maximum length of a passkey's name, and passkeys of one user. */
export const PASSKEY = { name: 60, count: 20 } as const

export const addPasskeyInput = z.strictObject({
  ...passkeyAnswer,
  name: z
    .string('Enter a name')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name, such as “Work laptop”'),
      z.maxLength(PASSKEY.name, `The name must be at most ${PASSKEY.name} characters`),
      storable,
    ),
})

export const removePasskeyInput = z.strictObject({ passkeyId: identifier })

export const signInWithPasskeyInput = passkeyProof

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
  userId: identifier,
  reason: z
    .string('Enter a reason')
    .check(
      z.trim(),
      z.minLength(10, 'The reason must be at least 10 characters'),
      z.maxLength(RESET_REASON_MAX, `The reason must be at most ${RESET_REASON_MAX} characters`),
      storable,
    ),
})
