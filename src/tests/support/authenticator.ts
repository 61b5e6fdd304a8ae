import { Secret, TOTP } from 'otpauth'
import type { User } from '#infra/prisma/client.ts'
import { confirmAuthenticator } from '#operations/factors/confirmAuthenticator.ts'
import { startAuthenticator } from '#operations/factors/startAuthenticator.ts'
import type { TestClinic } from './clinic.ts'

/** The code that a phone with this secret (base32) shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** Sets up an authenticator app for a user, a minute before the clinic's present time, and returns what the user keeps. */
export async function setUpAuthenticator(clinic: TestClinic, user: User) {
  const present = clinic.now
  clinic.now = new Date(present.getTime() - 60_000)
  const { secret } = await startAuthenticator(clinic.as(user), {})
  const recoveryCodes = await confirmAuthenticator(clinic.as(user), { code: codeAt(secret, clinic.now) })
  clinic.now = present
  const code = (at = clinic.now) => codeAt(secret, at)
  return { secret, code, recoveryCodes }
}
