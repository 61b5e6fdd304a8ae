import type { RequestContext } from '../context.ts'

/** Removes the counts of windows that are over; they have kept nobody out since. */
export async function clearThrottles({ db, now }: RequestContext): Promise<number> {
  const { count } = await db.throttle.deleteMany({ where: { expire: { lt: now().getTime() } } })
  return count
}
