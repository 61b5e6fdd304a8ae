import { expect } from 'vitest'
import { signIn } from '#operations/sessions/signIn.ts'
import type { TestClinic } from './clinic.ts'

/** The error for a wrong password. */
export const wrong = { code: 'unauthenticated', message: 'Invalid email or password' }
/** The error when no attempts are left, for nearly the whole period. */
export const limited = {
  code: 'rate_limited',
  message: 'Too many attempts to sign in. Try again in 15 minutes.',
  facts: {
    retryAfter: expect.toSatisfy((seconds: number) => seconds > 14 * 60 && seconds <= 15 * 60),
  },
}
export const times = (count: number) => Array.from({ length: count }, (_, index) => index)
/** One of many IP addresses. */
export const somewhere = (index: number) => `198.51.100.${index}`

/** Tries to sign in from any IP address, and shows what the app did. */
export function setUpSignIn(clinic: TestClinic) {
  /** Attempts whose password was compared with an account's. */
  const compared: string[] = []
  /** Attempts for which a password hash was computed, with or without an account. */
  const verified: string[] = []
  const attempt = (ipAddress: string, email: string, password: string, at = clinic) => {
    const visit = at.anonymous()
    const verify: typeof visit.passwords.verify = (hash, password) => {
      verified.push(email)
      if (hash !== null) compared.push(email)
      return visit.passwords.verify(hash, password)
    }
    const request = { ...visit.request, ipAddress }
    return signIn({ ...visit, request, passwords: { ...visit.passwords, verify } }, { email, password })
  }
  const windowIsOver = () => clinic.db.throttle.updateMany({ data: { expire: Date.now() - 1 } })
  return { verified, compared, attempt, windowIsOver }
}
