import type { User } from '#infra/prisma/client.ts'
import { readLocks } from '#operations/users/unlockUser.ts'
import type { GraphQLContext } from '../context.ts'

type Waiting = { users: Pick<User, 'id' | 'email'>[]; locks: Promise<(Date | null)[]> }
const waiting = new WeakMap<GraphQLContext, Waiting>()

/** The end of an account's lock. The accounts of a page are loaded together. */
export async function lockedUntil(
  context: GraphQLContext,
  user: Pick<User, 'id' | 'email'>,
): Promise<Date | null> {
  const batch = waiting.get(context) ?? begin(context)
  const place = batch.users.push(user) - 1
  return (await batch.locks)[place] ?? null
}

function begin(context: GraphQLContext): Waiting {
  const users: Waiting['users'] = []
  const all = new Promise((done) => setImmediate(done))
  const locks = all.then(() => {
    waiting.delete(context)
    return readLocks(context, users)
  })
  const batch = { users, locks }
  waiting.set(context, batch)
  return batch
}
