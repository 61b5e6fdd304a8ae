import { createHash } from 'node:crypto'
import type { RequestContext } from '../context.ts'
import type { SessionFacts } from './startSession.ts'

/** A session as its owner and administrators may know it: never by the id that its cookie carries. */
export type OpenSession = {
  id: string
  createdAt: Date
  seenAt: Date
  /** When it ends by itself, if it is not used any more. */
  endsAt: Date
  ipAddress: string | null
  userAgent: string | null
  /** Whether it is the one that asks. */
  isCurrent: boolean
}

/** How a session is named to people: 128 bits of a hash, which lead nowhere. */
export const sessionKey = (sid: string): string => createHash('sha256').update(sid).digest('hex').slice(0, 32)

/** Nobody reads more than this, and somebody's program may have opened any number. */
const SHOWN = 100

/** The open sessions of a user, the one used last first. */
export async function openSessions(ctx: RequestContext, userId: string): Promise<OpenSession[]> {
  const rows = await ctx.db.session.findMany({
    where: { userId, expire: { gt: ctx.now() } },
    orderBy: [{ expire: 'desc' }, { sid: 'asc' }],
    take: SHOWN,
  })
  return rows.map(({ sid, sess, expire }) => {
    const { createdAt, seenAt, ipAddress, userAgent } = sess as SessionFacts
    return {
      id: sessionKey(sid),
      createdAt: new Date(createdAt),
      seenAt: new Date(seenAt),
      endsAt: expire,
      ipAddress,
      userAgent,
      isCurrent: sid === ctx.sid,
    }
  })
}

/** Ends a user's sessions, all but `except`, and answers by which keys those that were open are named. */
export async function endSessions(
  ctx: RequestContext,
  userId: string,
  except: string | null,
): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ sid: string; expire: Date }[]>`
    DELETE FROM sessions WHERE user_id = ${userId}::uuid AND sid IS DISTINCT FROM ${except}
    RETURNING sid, expire`
  return rows.filter(({ expire }) => expire > ctx.now()).map(({ sid }) => sessionKey(sid))
}

/** Ends the open session of a user that goes by this key: its id, or `null` when there is no such. */
export async function endOneSession(
  ctx: RequestContext,
  userId: string,
  key: string,
): Promise<string | null> {
  const open = await ctx.db.session.findMany({
    where: { userId, expire: { gt: ctx.now() } },
    select: { sid: true },
  })
  const sid = open.find((one) => sessionKey(one.sid) === key)?.sid
  const { count } = sid ? await ctx.db.session.deleteMany({ where: { sid } }) : { count: 0 }
  return count === 0 || sid === undefined ? null : sid
}
