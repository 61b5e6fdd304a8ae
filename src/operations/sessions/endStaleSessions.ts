import type { RequestContext } from '../context.ts'

/** Removes the rows of expired sessions. */
export async function endStaleSessions({ db, now }: RequestContext): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { expire: { lt: now() } } })
  return count
}
