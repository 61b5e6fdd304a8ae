import { createHash, randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** 256 random bits. The ID is useless without the seal around it. */
export const newSessionId = (): string => randomBytes(32).toString('base64url')

/** A cookie whose value is an ID sealed with the session secret. */
export type SealedCookie = {
  /** Reads the ID from a Cookie header. `null` if the cookie is missing or its seal is invalid. */
  read: (cookieHeader: string | null | undefined) => Promise<string | null>
  /** Returns the Set-Cookie value with the ID. `null` removes the cookie. */
  write: (id: string | null) => Promise<string>
}

/** The cookies of a browser. */
export type Cookies = {
  /** Contains the session ID. The row in `sessions` decides whether it is still signed in. */
  session: SealedCookie
  /**
   * Contains the device IDs, by which sign-in limits and sessions recognize a browser. Alone they sign no one in, but a session
   * works only together with the one of its sign-in.
   */
  device: SealedCookie
  /** Contains a sign-in at a provider that is under way. */
  signOn: SealedCookie
  /** Contains a finished sign-in at a provider whose user must still show a second factor. */
  signOnTicket: SealedCookie
}

type CookieSettings = { secrets: readonly [string, ...string[]]; isSecure: boolean }

// A seal names its key by a number. It is derived from the secret, so it does not depend on the order of the list, and
// adding or removing other secrets signs no user out.
const key = (secret: string): [id: string, secret: string] => [
  String(createHash('sha256').update(secret).digest().readUInt32BE()),
  secret,
]

/** How many cookies are remembered after their seal was checked, to avoid the cryptography on each request. */
const REMEMBERED_COOKIES = 10_000

/** How long a browser may be at a provider of single sign-on. */
const SIGN_ON_SECONDS = 600

const YEAR_SECONDS = 365 * 86_400

/**
 * The cookies for the session, the device and a sign-in at a provider. The first of `secrets` seals and all of them unseal, so
 * that a new secret does not sign all users out. Each cookie has its own field name in the seal, so that one cannot be used as
 * the other.
 */
export const makeCookies = (settings: CookieSettings): Cookies => ({
  session: makeSealedCookie(settings, { name: 'caseload', field: 'sid', sameSite: 'Lax' }),
  // Lax like the session, which is useless without it: a link in an e-mail and the return from a provider bring both.
  device: makeSealedCookie(settings, {
    name: 'caseload-device',
    field: 'device',
    sameSite: 'Lax',
    maxAge: YEAR_SECONDS,
  }),
  // Lax, because the browser brings it when it returns from the provider.
  signOn: makeSealedCookie(settings, {
    name: 'caseload-sign-on',
    field: 'flow',
    sameSite: 'Lax',
    maxAge: SIGN_ON_SECONDS,
  }),
  signOnTicket: makeSealedCookie(settings, {
    name: 'caseload-sign-on-code',
    field: 'ticket',
    sameSite: 'Strict',
    maxAge: SIGN_ON_SECONDS,
  }),
})

function makeSealedCookie(
  { secrets, isSecure }: CookieSettings,
  { field, sameSite, maxAge, ...cookie }: { name: string; field: string; sameSite: string; maxAge?: number },
): SealedCookie {
  const name = isSecure ? `__Host-${cookie.name}` : cookie.name
  const sealing = Object.fromEntries([key(secrets[0])])
  const opening = Object.fromEntries(secrets.map(key))
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  const lasting = maxAge === undefined ? attributes : `${attributes}; Max-Age=${maxAge}`
  const idOfCookie = new Map<string, string>()

  async function unseal(value: string): Promise<string | null> {
    const data = await unsealData<Record<string, unknown>>(value, { password: opening, ttl: 0 }).catch(
      () => null,
    )
    const id = data?.[field]
    if (typeof id !== 'string') return null
    const [oldest] = idOfCookie.keys()
    if (idOfCookie.size >= REMEMBERED_COOKIES && oldest !== undefined) idOfCookie.delete(oldest)
    idOfCookie.set(value, id)
    return id
  }

  return {
    read: async (header) => {
      const value = header
        ?.split(/;\s*/)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      return value ? (idOfCookie.get(value) ?? unseal(value)) : null
    },
    write: async (id) =>
      id === null
        ? `${name}=; ${attributes}; Max-Age=0`
        : `${name}=${await sealData({ [field]: id }, { password: sealing, ttl: 0 })}; ${lasting}`,
  }
}
