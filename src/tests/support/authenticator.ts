import { Secret, TOTP } from 'otpauth'
import type { User } from '#infra/prisma/client.ts'
import { confirmAuthenticator } from '#operations/factors/confirmAuthenticator.ts'
import { startAuthenticator } from '#operations/factors/startAuthenticator.ts'
import type { TestClinic } from './clinic.ts'

/** The code that a phone with this secret (base32) shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/**
 * Sets up an authenticator app for a user, and returns what the user keeps. Where the test sets the clock, this happens a minute
 * before the present, so that the present code is not used up.
 */
export async function setUpAuthenticator(clinic: TestClinic, user: User) {
  const present = clinic.now
  clinic.now = new Date(present.getTime() - 60_000)
  const owner = clinic.as(user)
  const { secret } = await startAuthenticator(owner, {})
  const recoveryCodes = await confirmAuthenticator(owner, { code: codeAt(secret, owner.now()) })
  clinic.now = present
  const code = (at = clinic.now) => codeAt(secret, at)
  return { secret, code, recoveryCodes }
}
