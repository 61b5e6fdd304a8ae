import type { RequestContext } from '../context.ts'
import { rateLimited } from '../sessions/countAttempt.ts'

const DAY_MS = 86_400_000

/** How to find the oldest of the last things: those of the last 24 hours, newest first, without the newer ones. */
type Times = { where: { createdAt: { gt: Date } }; orderBy: { createdAt: 'desc' }; skip: number }

/**
 * Throws `rate_limited` with the sentence `said` if `limit` things were made within the last 24 hours, until the oldest of them
 * is a day old. `find` adds which things count. The caller holds a lock, so that two requests cannot both be the last one.
 */
export async function refuseAboveDailyLimit(
  { now }: RequestContext,
  said: string,
  limit: number,
  find: (times: Times) => Promise<{ createdAt: Date } | null>,
): Promise<void> {
  const since = new Date(now().getTime() - DAY_MS)
  const oldest = await find({
    where: { createdAt: { gt: since } },
    orderBy: { createdAt: 'desc' },
    skip: limit - 1,
  })
  if (!oldest) return
  throw rateLimited(said, { secondsLeft: Math.ceil((oldest.createdAt.getTime() - since.getTime()) / 1000) })
}
