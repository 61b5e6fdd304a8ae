import type { Actor, Role } from '#domain/access/actor.ts'
import { sessionLimitsOf } from '#domain/clinic/settings.ts'
import { endAccountLink } from '../accountLinks/accountLink.ts'
import type { RequestContext } from '../context.ts'
import { newestDeviceHash } from './knownDevices.ts'

/** The data of a session row, except its owner. Times are ISO strings. */
export type SessionFacts = {
  createdAt: string
  seenAt: string
  ipAddress: string | null
  userAgent: string | null
  /** Set if the session was opened at a provider of single sign-on, whose logout ends it. */
  signOn?: { provider: string; issuer: string; subject: string; sid: string | null; hasFactor?: boolean }
  /** When the user last signed in or confirmed their identity. Missing in sessions from before this was recorded. */
  provenAt?: string
  /**
   * The hash of the ID that the browser got in its device cookie at the sign-in. The session works only together with it.
   * Missing in sessions from before this was recorded.
   */
  deviceHash?: string
}

/** When the user of this session last signed in or confirmed their identity. */
export const provenAt = (facts: SessionFacts): Date => new Date(facts.provenAt ?? facts.createdAt)

/** Whether the provider at which this session was opened says that the user showed a second factor there. */
export const hasProviderFactor = (facts: SessionFacts): boolean => facts.signOn?.hasFactor === true

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** When a session of this role that is used now expires: at the idle limit, or at the absolute limit if that is earlier. */
export function sessionEnd(ctx: RequestContext, role: Role, createdAt: Date): Date {
  const idle = ctx.now().getTime() + sessionLimitsOf(ctx, role).idleMinutes * MINUTE
  return new Date(Math.min(idle, lastEnd(ctx, role, createdAt).getTime()))
}

/** The absolute limit of a session, which use does not extend. */
export const lastEnd = (ctx: RequestContext, role: Role, createdAt: Date): Date =>
  new Date(createdAt.getTime() + sessionLimitsOf(ctx, role).absoluteHours * HOUR)

/**
 * Starts a session with a new ID. An ID from before the sign-in is never reused (session fixation). Ends the user's link to
 * set a password. `proven` is when the user last showed everything that the account needs; now by default. `deviceId` is the new
 * content of the device cookie.
 */
export async function startSession(
  ctx: RequestContext,
  userId: Actor['id'],
  {
    signOn,
    proven = ctx.now(),
    deviceId,
  }: { signOn?: SessionFacts['signOn']; proven?: Date; deviceId?: string } = {},
): Promise<string> {
  const sid = ctx.newSessionId()
  const now = ctx.now()
  const facts: SessionFacts = {
    createdAt: now.toISOString(),
    seenAt: now.toISOString(),
    ipAddress: ctx.request.ipAddress,
    userAgent: ctx.request.userAgent,
    ...(signOn && { signOn }),
    provenAt: proven.toISOString(),
    ...(deviceId && { deviceHash: newestDeviceHash(deviceId) }),
  }
  // A user who signs in knows a way in, so a link in their mailbox is no longer needed.
  await endAccountLink(ctx, userId, 'signed_in')
  const { role } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } })
  await ctx.db.session.create({ data: { sid, userId, sess: facts, expire: sessionEnd(ctx, role, now) } })
  return sid
}
