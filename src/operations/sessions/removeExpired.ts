import type { RequestContext } from '../context.ts'
import { knownSince } from './knownDevices.ts'

/** Removes the rows of expired sessions. */
export async function endStaleSessions({ db, now }: RequestContext): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { expire: { lt: now() } } })
  return count
}

/** Removes devices that were not used for a year, which are already treated as unknown. Returns the number. */
export async function forgetStaleDevices(ctx: RequestContext): Promise<number> {
  const { count } = await ctx.db.knownDevice.deleteMany({ where: { lastUsedAt: { lte: knownSince(ctx) } } })
  return count
}

/** Removes the attempt counts of expired windows, which no longer block anyone. */
export async function clearThrottles({ db, now }: RequestContext): Promise<number> {
  const { count } = await db.throttle.deleteMany({ where: { expire: { lt: now().getTime() } } })
  return count
}
