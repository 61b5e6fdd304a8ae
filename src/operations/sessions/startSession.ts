import type { Actor } from '#domain/access/actor.ts'
import type { RequestContext } from '../context.ts'

/** What a session row knows beside its owner. Instants as ISO strings. */
export type SessionFacts = {
  createdAt: string
  seenAt: string
  ipAddress: string | null
  userAgent: string | null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The end of a session that is used now: the idle limit, never past the absolute one. */
export function sessionEnd(ctx: RequestContext, createdAt: Date): Date {
  const idle = ctx.now().getTime() + ctx.sessionLimits.idleMinutes * MINUTE
  return new Date(Math.min(idle, lastEnd(ctx, createdAt).getTime()))
}

/** The end that nothing moves: the absolute limit. */
export const lastEnd = (ctx: RequestContext, createdAt: Date): Date =>
  new Date(createdAt.getTime() + ctx.sessionLimits.absoluteHours * HOUR)

/** A new session under a new id; an id from before the sign-in is never taken over (session fixation). */
export async function startSession(ctx: RequestContext, userId: Actor['id']): Promise<string> {
  const sid = ctx.newSessionId()
  const now = ctx.now()
  const facts: SessionFacts = {
    createdAt: now.toISOString(),
    seenAt: now.toISOString(),
    ipAddress: ctx.request.ipAddress,
    userAgent: ctx.request.userAgent,
  }
  await ctx.db.session.create({ data: { sid, userId, sess: facts, expire: sessionEnd(ctx, now) } })
  return sid
}
