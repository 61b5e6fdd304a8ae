import type { RequestContext } from '../context.ts'

/** Removes the attempt counts of expired windows, which no longer block anyone. */
export async function clearThrottles({ db, now }: RequestContext): Promise<number> {
  const { count } = await db.throttle.deleteMany({ where: { expire: { lt: now().getTime() } } })
  return count
}
