import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

/** An address from which strangers cannot sign in for now. */
export type BlockedAddress = {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  address: string
  blockedUntil: Date
}

/** The addresses that have used up their attempts, at most 100, the last to be free again first. */
export const listBlockedAddresses = unwrapped(z.strictObject({}), async (ctx): Promise<BlockedAddress[]> => {
  authorize(ctx, 'blockedAddress.manage')
  const usedUp = await ctx.signInLimits.address.listUsedUp()
  return [...usedUp].map(([address, { until }]) => ({ address, blockedUntil: until }))
})
