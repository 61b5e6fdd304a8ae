import type { RequestContext } from '../context.ts'
import { knownSince } from './knownDevices.ts'

/** Removes devices that were not used for a year, which are already treated as unknown. Returns the number. */
export async function forgetStaleDevices(ctx: RequestContext): Promise<number> {
  const { count } = await ctx.db.knownDevice.deleteMany({ where: { lastUsedAt: { lte: knownSince(ctx) } } })
  return count
}
