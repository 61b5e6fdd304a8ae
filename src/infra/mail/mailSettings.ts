/** The mail server and the sender. */
export type MailSettings = {
  host: string
  port: number
  /** TLS from the start (smtps). Otherwise STARTTLS is required first. */
  isSecure: boolean
  /** Only a server on this machine may be used without TLS. */
  isLocal: boolean
  user: { name: string; password: string } | null
  from: Sender
}

/** `name` is `null` if the clinic's name is used. */
type Sender = { name: string | null; address: string }

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Parses a URL like `smtps://user:password@mail.example:465`; `null` for anything else. */
export function readMailServer(value: string): Omit<MailSettings, 'from'> | null {
  const url = URL.parse(value)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) return null
  if (!['', '/'].includes(url.pathname) || url.search || url.hash) return null
  const name = plain(url.username)
  const password = plain(url.password)
  if (name === null || password === null) return null
  const isSecure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (isSecure ? 465 : 587)),
    isSecure,
    isLocal: local.has(url.hostname),
    user: name ? { name, password } : null,
  }
}

/** Parses `clinic@example.org` or `Harbor Street Clinic <clinic@example.org>`; `null` for anything else. */
export function readSender(value: string): Sender | null {
  const [, name, framed] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(value.trim()) ?? []
  const address = framed ?? value.trim()
  if (!isAddress(address)) return null
  const displayName = name?.trim().replace(/^"(.*)"$/, '$1')
  return { name: displayName || null, address }
}

/** Strict, so that an address cannot contain a second address or a header. */
export const isAddress = (value: string): boolean =>
  value.length <= 254 &&
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}.]+(\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+$/u.test(value)

function plain(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
