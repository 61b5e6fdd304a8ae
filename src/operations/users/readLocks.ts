import type { User } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { accountKey } from '../sessions/countAttempt.ts'

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
