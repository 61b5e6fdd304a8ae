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

/**
 * The cookie that carries a sealed session id and nothing else; the row in `sessions` decides. The first of
 * `secrets` seals, all of them open, so that a key can be changed without signing everybody out.
 */
export function makeSessionCookie({
  secrets,
  isSecure,
}: {
  secrets: readonly string[]
  isSecure: boolean
}): SessionCookie {
  const name = isSecure ? '__Host-caseload' : 'caseload'
  const keys = secrets.map(key)
  const [sealing] = keys
  const opening = Object.fromEntries(keys)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  return {
    read: async (header) => {
      const value = header
        ?.split(/;\s*/)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      if (!value) return null
      const { sid } = await unsealData<{ sid?: string }>(value, { password: opening, ttl: 0 }).catch(() => ({
        sid: undefined,
      }))
      return typeof sid === 'string' ? sid : null
    },
    write: async (sid) =>
      sid === null
        ? `${name}=; ${attributes}; Max-Age=0`
        : `${name}=${await sealData({ sid }, { password: sealing ? Object.fromEntries([sealing]) : {}, ttl: 0 })}; ${attributes}`,
  }
}
