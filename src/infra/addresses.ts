/** Whether a server can listen on this port. */
export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65535
}

/** Whether the host is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether the value is an http or https URL without a path. */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  )
}

/** Whether the value is the host of a URL as `URL.host` gives it: with the port unless it is the one of https. */
export const isUrlHost = (value: string): boolean => URL.parse(`https://${value}`)?.host === value

/** Whether the value is a PostgreSQL URL with a user and a database name. */
export function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.username !== '' && url.pathname.length > 1
  )
}
