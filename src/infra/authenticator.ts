import { Secret, TOTP } from 'otpauth'

/** The time-based codes of authenticator apps (TOTP, RFC 6238), with the parameters that every app supports. */
export type Authenticators = {
  /** A new shared secret: 160 random bits. */
  makeSecret: () => Buffer
  /** The secret as text, and the URI that apps read from a QR code. */
  describe: (secret: Buffer, account: { issuer: string; label: string }) => { text: string; uri: string }
  /** The 30-second step to which the code belongs: the current one, or a step before or after it. `null` for any other code. */
  stepOf: (secret: Buffer, code: string, now: Date) => number | null
}

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** Steps by which the clocks of phone and server may differ. */
const WINDOW = 1

const open = (secret: Buffer, account: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

export const authenticators: Authenticators = {
  makeSecret: () => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes),
  describe: (secret, account) => {
    const totp = open(secret, account)
    return { text: totp.secret.base32, uri: totp.toString() }
  },
  stepOf: (secret, token, now) => {
    const timestamp = now.getTime()
    const delta = open(secret).validate({ token, timestamp, window: WINDOW })
    return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  },
}
