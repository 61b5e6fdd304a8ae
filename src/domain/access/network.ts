const v4 = /^\d{1,3}(\.\d{1,3}){3}$/

/**
 * Returns the network that limits count as one caller: an IPv4 address, or the /64 network of an IPv6 address, because
 * one machine can use all of its addresses. Ignores a port.
 */
export function networkOf(address: string | null): string {
  const bare = (address ?? 'nowhere')
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
    .slice(0, 64)
  if (v4.test(bare) || !bare.includes(':')) return bare
  const written = URL.parse(`http://[${bare.replace(/%.*$/, '')}]/`)?.hostname.slice(1, -1)
  if (!written) return bare
  const [head = '', tail = ''] = written.split('::').map((part) => part.split(':').filter(Boolean))
  const missing = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return `${[...head, ...missing, ...tail].slice(0, 4).join(':')}::/64`
}
