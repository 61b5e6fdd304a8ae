import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

/** The proxies whose headers are trusted: a number in a row, or those in these networks. `false` trusts none. */
export type TrustedProxies = false | { hops: number } | { networks: BlockList }

/** The parts of a request that show its way. */
export type ForwardedRequest = Pick<IncomingMessage, 'headers'> & {
  socket: { remoteAddress?: string | undefined }
}

/** Whether the connection of this request comes from a trusted proxy. With a number of proxies, each one does. */
export function isFromProxy({ socket }: ForwardedRequest, proxies: TrustedProxies): boolean {
  if (!proxies) return false
  return 'hops' in proxies || isIn(proxies.networks, socket.remoteAddress ?? '')
}

/**
 * The client's IP address. Each proxy appends the address that it saw to X-Forwarded-For, so the list is read from its
 * end, and only as far as trusted proxies wrote it: what the client itself sent comes before that.
 */
export function clientAddress(req: ForwardedRequest, proxies: TrustedProxies): string | null {
  let address = req.socket.remoteAddress ?? null
  if (!proxies) return address
  const forwarded = [req.headers['x-forwarded-for']].flat().join(',').split(',').reverse()
  for (const [index, entry] of forwarded.entries()) {
    const isTrusted = 'hops' in proxies ? index < proxies.hops : isIn(proxies.networks, address ?? '')
    const next = addressIn(entry)
    if (!isTrusted || next === null) break
    address = next
  }
  return address
}

function isIn(networks: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** The address of an entry without its port, which some proxies add. `null` if it is none. */
function addressIn(entry: string): string | null {
  const bare = entry
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isIP(bare) ? bare : null
}
