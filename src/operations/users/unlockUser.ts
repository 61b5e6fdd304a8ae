import { userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { operation } from '../operation.ts'
import { accountKey, forgetAttempts } from '../sessions/countAttempt.ts'
import { userForUpdate } from './forUpdate.ts'

/** The end of each account's lock after failed sign-ins, or `null`. Reads all accounts in one statement. */
export async function readLocks(
  ctx: RequestContext,
  users: readonly Pick<User, 'email'>[],
): Promise<(Date | null)[]> {
  const { account } = ctx.signInLimits
  const keys = users.map(({ email }) => accountKey(email))
  const tallies = await account.peek(keys)
  return keys.map((key) => {
    const tally = tallies.get(key)
    return tally && tally.count >= account.points ? tally.until : null
  })
}

/** Unlocks an account after failed sign-ins, so that the user may try again at once. */
export const unlockUser = operation(userInput, async (ctx, { userId }): Promise<User> => {
  authorize(ctx, 'user.unlock', { userId }, { resourceType: 'user', resourceId: userId })
  const user = await userForUpdate(ctx, userId)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    details: { fields: ['lockedUntil'] },
  })
  // The counters are not part of the transaction, so clear them last, when only the commit could still fail.
  await forgetAttempts(ctx, user)
  return user
})
