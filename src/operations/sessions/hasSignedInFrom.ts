import { networkOf } from '#domain/access/network.ts'
import type { RequestContext } from '../context.ts'

const DAYS = 30
/** Limits the rows to read, because a program may sign in every minute for a month. */
const LATEST = 1000
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Returns whether the audit log has a recent sign-in of the user from this network. Runs the same query for an unknown
 * account (`null`), so that the response time does not reveal which accounts exist.
 */
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
