import type { Actor } from '#domain/access/actor.ts'
import type { RequestContext } from '../context.ts'

/** The data of a session row, except its owner. Times are ISO strings. */
export type SessionFacts = {
  createdAt: string
  seenAt: string
  ipAddress: string | null
  userAgent: string | null
  /** When the user last signed in or confirmed their identity. Missing in sessions from before this was recorded. */
  provenAt?: string
}

/** When the user of this session last signed in or confirmed their identity. */
export const provenAt = (facts: SessionFacts): Date => new Date(facts.provenAt ?? facts.createdAt)

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** When a session that is used now expires: at the idle limit, or at the absolute limit if that is earlier. */
export function sessionEnd(ctx: RequestContext, createdAt: Date): Date {
  const idle = ctx.now().getTime() + ctx.sessionLimits.idleMinutes * MINUTE
  return new Date(Math.min(idle, lastEnd(ctx, createdAt).getTime()))
}

/** The absolute limit of a session, which use does not extend. */
export const lastEnd = (ctx: RequestContext, createdAt: Date): Date =>
  new Date(createdAt.getTime() + ctx.sessionLimits.absoluteHours * HOUR)

/**
 * Starts a session with a new ID. An ID from before the sign-in is never reused (session fixation). `proven` is when the user
 * last showed everything that the account needs; now by default.
 */
export async function startSession(
  ctx: RequestContext,
  userId: Actor['id'],
  proven: Date = ctx.now(),
): Promise<string> {
  const sid = ctx.newSessionId()
  const now = ctx.now()
  const facts: SessionFacts = {
    createdAt: now.toISOString(),
    seenAt: now.toISOString(),
    ipAddress: ctx.request.ipAddress,
    userAgent: ctx.request.userAgent,
    provenAt: proven.toISOString(),
  }
  await ctx.db.session.create({ data: { sid, userId, sess: facts, expire: sessionEnd(ctx, now) } })
  return sid
}
