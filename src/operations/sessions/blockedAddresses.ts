import * as z from 'zod/mini'
import { notFound } from '#domain/errors.ts'
import { unblockAddressInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation, unwrapped } from '../operation.ts'

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

/** Unblocks an address. Throws `not_found` for an address that is not blocked. */
export const unblockAddress = operation(unblockAddressInput, async (ctx, { address }): Promise<void> => {
  authorize(ctx, 'blockedAddress.manage')
  const { address: limit } = ctx.signInLimits
  const tally = (await limit.peek([address])).get(address)
  if (!tally || tally.count < limit.points) throw notFound('Blocked address', address)
  await audit(ctx, { action: 'deleted', resourceType: 'blocked_address', resourceId: address })
  await limit.forgive(address, ctx.db)
})
