import type { RequestContext } from '../context.ts'
import { rateLimited } from '../sessions/countAttempt.ts'

const DAY_MS = 86_400_000

/** The part of a query that finds the thing with which the limit was reached in the last 24 hours. */
type AtLimit = { where: { createdAt: { gt: Date } }; orderBy: { createdAt: 'desc' }; skip: number }

/**
 * Throws `rate_limited` if `limit` things were made within the last 24 hours. Its message is the sentence `problem` and when to
 * try again. `find` runs the query, limited to the things that count. The caller holds a lock, so that of two requests at once
 * only one can be the last that is allowed.
 */
export async function refuseAboveDailyLimit(
  { now }: RequestContext,
  problem: string,
  limit: number,
  find: (atLimit: AtLimit) => Promise<{ createdAt: Date } | null>,
): Promise<void> {
  const since = new Date(now().getTime() - DAY_MS)
  const oldest = await find({
    where: { createdAt: { gt: since } },
    orderBy: { createdAt: 'desc' },
    skip: limit - 1,
  })
  if (!oldest) return
  throw rateLimited(problem, {
    secondsLeft: Math.ceil((oldest.createdAt.getTime() - since.getTime()) / 1000),
  })
}
