import { createHash, randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** 256 random bits; the id is worth nothing without the seal around it. */
export const newSessionId = (): string => randomBytes(32).toString('base64url')

export type SessionCookie = {
  /** The session id of a Cookie header, or `null` when there is none or the seal is not ours. */
  read: (cookieHeader: string | null | undefined) => Promise<string | null>
  /** A Set-Cookie value that carries the id, or ends the cookie for `null`. */
  write: (sid: string | null) => Promise<string>
}

// A seal names its key by a number. Taken from the secret itself, it stays the same wherever the secret stands in
// the list, so that adding and removing others signs nobody out.
const key = (secret: string): [id: string, secret: string] => [
  String(createHash('sha256').update(secret).digest().readUInt32BE()),
  secret,
]

/** Cookies whose seal was opened once are known, so that a visitor pays for the cryptography once and not per request. */
const REMEMBERED_COOKIES = 10_000

/**
 * The cookie that carries a sealed session id and nothing else; the row in `sessions` decides. The first of
 * `secrets` seals, all of them open, so that a key can be changed without signing everybody out.
 */
export function makeSessionCookie({
  secrets,
  isSecure,
}: {
  secrets: readonly [string, ...string[]]
  isSecure: boolean
}): SessionCookie {
  const name = isSecure ? '__Host-caseload' : 'caseload'
  const sealing = Object.fromEntries([key(secrets[0])])
  const opening = Object.fromEntries(secrets.map(key))
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const known = new Map<string, string>()

  async function unseal(value: string): Promise<string | null> {
    const data = await unsealData<{ sid?: string }>(value, { password: opening, ttl: 0 }).catch(() => null)
    if (typeof data?.sid !== 'string') return null
    const [oldest] = known.keys()
    if (known.size >= REMEMBERED_COOKIES && oldest !== undefined) known.delete(oldest)
    known.set(value, data.sid)
    return data.sid
  }

  return {
    read: async (header) => {
      const value = header
        ?.split(/;\s*/)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      return value ? (known.get(value) ?? unseal(value)) : null
    },
    write: async (sid) =>
      sid === null
        ? `${name}=; ${attributes}; Max-Age=0`
        : `${name}=${await sealData({ sid }, { password: sealing, ttl: 0 })}; ${attributes}`,
  }
}
