import { userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import type { Tally, Throttle } from '#infra/throttle.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
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

/**
 * Unlocks an account after failed sign-ins, so that the user may try again at once. The counters have connections of their
 * own, so they are cleared after the transaction: inside it, many unlocks at once could wait for each other's connections.
 * If clearing fails, the caller gets the error and can unlock again.
 */
export const unlockUser = unwrapped(userInput, async (ctx: OperationContext, { userId }): Promise<User> => {
  const user = await inTransaction(ctx, async (inside) => {
    authorize(inside, 'user.unlock', { userId }, { resourceType: 'user', resourceId: userId })
    const locked = await userForUpdate(inside, userId)
    await audit(inside, {
      action: 'updated',
      resourceType: 'user',
      resourceId: userId,
      details: { fields: ['lockedUntil'] },
    })
    return locked
  })
  await forgetAttempts(ctx, user)
  return user
})
