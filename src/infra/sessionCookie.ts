import { randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** 256 random bits; the id is worth nothing without the seal around it. */
export const newSessionId = (): string => randomBytes(32).toString('base64url')

export type SessionCookie = {
  /** The session id of a Cookie header, or `null` when there is none or the seal is not ours. */
  read: (cookieHeader: string | null | undefined) => Promise<string | null>
  /** A Set-Cookie value that carries the id, or ends the cookie for `null`. */
  write: (sid: string | null) => Promise<string>
}

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
  const password = Object.fromEntries(
    secrets.map((secret, index) => [String(secrets.length - index), secret]),
  )
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  return {
    read: async (header) => {
      const value = header
        ?.split(/;\s*/)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      if (!value) return null
      const { sid } = await unsealData<{ sid?: string }>(value, { password, ttl: 0 }).catch(() => ({
        sid: undefined,
      }))
      return typeof sid === 'string' ? sid : null
    },
    write: async (sid) =>
      sid === null
        ? `${name}=; ${attributes}; Max-Age=0`
        : `${name}=${await sealData({ sid }, { password, ttl: 0 })}; ${attributes}`,
  }
}
