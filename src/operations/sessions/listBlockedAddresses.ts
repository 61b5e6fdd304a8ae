import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

/** An address from which unknown browsers cannot sign in for now. */
export type BlockedAddress = {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  address: string
  blockedUntil: Date
}

/** Returns at most 100 blocked addresses, the last to be unblocked first. */
export const listBlockedAddresses = unwrapped(z.strictObject({}), async (ctx): Promise<BlockedAddress[]> => {
  authorize(ctx, 'blockedAddress.manage')
  const usedUp = await ctx.signInLimits.address.listUsedUp()
  return [...usedUp].map(([address, { until }]) => ({ address, blockedUntil: until }))
})
