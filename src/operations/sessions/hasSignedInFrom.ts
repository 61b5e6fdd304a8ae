import { networkOf } from '#domain/access/network.ts'
import type { RequestContext } from '../context.ts'

const DAYS = 30
/** Somebody whose program signs in every minute has a month of them; the latest say enough. */
const LATEST = 1000
const nobody = '00000000-0000-0000-0000-000000000000'

/** Whether the user has signed in from this place lately, by the trail. Nobody has, and is looked up all the same. */
export async function hasSignedInFrom(
  ctx: RequestContext,
  userId: string | null,
  place: string,
): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - DAYS * 86_400_000)
  const places = await ctx.db.$queryRaw<{ ipAddress: string | null }[]>`
    SELECT DISTINCT ip_address AS "ipAddress" FROM (
      SELECT ip_address FROM audit_logs
      WHERE action = 'login' AND user_id = ${userId ?? nobody}::uuid AND created_at > ${since}
      ORDER BY created_at DESC LIMIT ${LATEST}
    ) AS latest`
  return places.some(({ ipAddress }) => networkOf(ipAddress) === place)
}
