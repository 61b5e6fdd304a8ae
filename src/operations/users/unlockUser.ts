import { userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import type { Tally, Throttle } from '#infra/throttle.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { operation } from '../operation.ts'
import { accountKey, forgetAttempts } from '../sessions/countAttempt.ts'
import { userForUpdate } from './forUpdate.ts'

/** The end of each account's lock after wrong passwords or codes, or `null`. Reads all accounts in two statements. */
export async function readLocks(
  ctx: RequestContext,
  users: readonly Pick<User, 'id' | 'email'>[],
): Promise<(Date | null)[]> {
  const { account, secondFactor } = ctx.signInLimits
  const [passwords, codes] = await Promise.all([
    account.peek(users.map(({ email }) => accountKey(email))),
    secondFactor.peek(users.map(({ id }) => id)),
  ])
  const endOf = ({ points }: Throttle, tally: Tally | undefined) =>
    tally && tally.count >= points ? [tally.until] : []
  return users.map(({ id, email }) => {
    const ends = [...endOf(account, passwords.get(accountKey(email))), ...endOf(secondFactor, codes.get(id))]
    return ends.sort((one, other) => other.getTime() - one.getTime())[0] ?? null
  })
}

/** Unlocks an account after failed sign-ins, so that the user may try again at once. */
export const unlockUser = operation(userInput, async (ctx, { userId }): Promise<User> => {
  authorize(ctx, 'user.unlock', { userId }, { resourceType: 'user', resourceId: userId })
  const user = await userForUpdate(ctx, userId)
  await forgetAttempts(ctx, user)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    details: { fields: ['lockedUntil'] },
  })
  return user
})
