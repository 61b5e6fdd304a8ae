import type { User } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { accountKey } from '../sessions/countAttempt.ts'

/** Until when signing in is closed, for each of these accounts in one statement; `null` where it is open. */
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
