import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/**
 * The reverse proxies whose X-Forwarded-* headers are trusted: a number of proxies in a row, or the networks of proxies.
 * `false` trusts none.
 */
export type TrustedProxies = false | { hops: number } | { networks: BlockList }

/** More proxies in a row are a mistake in the setting. */
const HOPS_MAX = 10

const help =
  `must be true (one proxy), false, a number of proxies from 1 to ${HOPS_MAX}, or a list of addresses and ` +
  'networks like 10.0.0.0/8,192.0.2.7'

export const proxyShape = {
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform(readTrustedProxies)
    .refine((proxies) => proxies !== null, help),
}

/** Reads the setting. Returns `null` if it is invalid. */
export function readTrustedProxies(setting: string): TrustedProxies | null {
  const text = setting.trim().toLowerCase()
  if (text === 'false') return false
  if (text === 'true') return { hops: 1 }
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops >= 1 && hops <= HOPS_MAX ? { hops } : null
  }
  const networks = new BlockList()
  return text.split(',').every((network) => addNetwork(networks, network.trim())) ? { networks } : null
}

function addNetwork(networks: BlockList, network: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const most = version === 4 ? 32 : 128
  const length = prefix === undefined ? most : Number(prefix)
  // A prefix of 0 trusts every address, so that anyone could choose theirs.
  if (length < 1 || length > most) return false
  networks.addSubnet(address, length, family)
  return true
}
