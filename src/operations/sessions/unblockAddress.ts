import { notFound } from '#domain/errors.ts'
import { unblockAddressInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'

/** Unblocks an address. Throws `not_found` for an address that is not blocked. */
export const unblockAddress = operation(unblockAddressInput, async (ctx, { address }): Promise<void> => {
  authorize(ctx, 'blockedAddress.manage')
  const { address: limit } = ctx.signInLimits
  const tally = (await limit.peek([address])).get(address)
  if (!tally || tally.count < limit.points) throw notFound('Blocked address', address)
  await audit(ctx, { action: 'deleted', resourceType: 'blocked_address', resourceId: address })
  // The counts are not part of the transaction. They are deleted last, when only the commit can still fail.
  await limit.forgive(address)
})
