import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { userInput } from '#domain/users/inputs.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { operation, unwrapped } from '../operation.ts'
import { findUser } from '../users/findUsers.ts'
import type { SessionFacts } from './startSession.ts'

/** A session as shown to its owner and administrators, without the ID in its cookie. */
export type OpenSession = {
  id: string
  createdAt: Date
  seenAt: Date
  /** When the session expires if it is not used again. */
  endsAt: Date
  ipAddress: string | null
  userAgent: string | null
  /** Whether it is the caller's own current session. */
  isCurrent: boolean
}

/** Returns the public key of a session: 128 bits of a hash, which do not open the session. */
export const sessionKey = (sid: string): string => createHash('sha256').update(sid).digest('hex').slice(0, 32)

/** The most sessions to return, because a program may have opened any number. */
const SHOWN = 100

/** Returns a user's open sessions, most recently used first. */
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

/** Ends all sessions of a user except `except`. Returns the public keys of those that were open. */
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

/** Ends the user's open session with this public key. Returns its ID, or `null` if there is none. */
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

/** Returns the user's own open sessions, so that the user can notice one that is not theirs. */
export const listMySessions = unwrapped(z.strictObject({}), async (ctx) => {
  authorize(ctx, 'session.manage')
  return openSessions(ctx, ctx.actor.id)
})

/** Returns a user's open sessions for an administrator. The view is recorded in the audit log. */
export const listUserSessions = operation(userInput, async (ctx, { userId }) => {
  authorize(ctx, 'user.endSessions')
  await findUser(ctx, userId)
  const sessions = await openSessions(ctx, userId)
  await auditListed(ctx, 'session', { filters: ['userId'], count: sessions.length })
  return sessions
})
