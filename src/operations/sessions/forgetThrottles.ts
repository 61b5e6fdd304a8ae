import type { Visit } from '../context.ts'

/** Removes what was counted in windows of time that are over; it holds nobody back any more. */
export async function forgetThrottles({ db, now }: Visit): Promise<number> {
  const { count } = await db.throttle.deleteMany({ where: { expire: { lt: now().getTime() } } })
  return count
}
