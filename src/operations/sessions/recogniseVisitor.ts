import type { Actor } from '#domain/access/actor.ts'
import type { RequestContext } from '../context.ts'
import { lastEnd, type SessionFacts, sessionEnd } from './startSession.ts'

/** Somebody signed in, with what the frame of every screen shows of them. */
export type Viewer = Actor & {
  kind: 'person' | 'service'
  email: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  /** Minutes before the idle sign-out at which they want to be warned. */
  noticeMinutes: number
  /** Whether copies of alerts go to their address. */
  emailAlerts: boolean
}

/** What leaves of a user's row: the password's hash and the like stay behind. */
export const asViewer = ({
  id,
  kind,
  role,
  mustChangePassword,
  email,
  firstName,
  lastName,
  profileImageUrl,
  noticeMinutes,
  emailAlerts,
}: Viewer): Viewer => ({
  id,
  kind,
  role,
  mustChangePassword,
  email,
  firstName,
  lastName,
  profileImageUrl,
  noticeMinutes,
  emailAlerts,
})

/** When a session ends unless it is used, and whether not even that would move it. */
export type SessionEnd = { at: Date; isFinal: boolean }

/**
 * How stale `seenAt` may get before a request moves it: a write a minute, not one per request, and more often only
 * where so little idleness ends a session that a minute of it matters.
 */
const seenEvery = ({ sessionLimits }: RequestContext) => Math.min(60_000, sessionLimits.idleMinutes * 4_000)

type SessionRow = Viewer & { facts: SessionFacts; expire: Date; mayEnter: boolean }

/**
 * Who a session id belongs to now, and until when. `null` when the row is gone or has ended, or its user may not sign
 * in any more: the row decides on every request, so ending it ends everything at once. Written out by hand, because
 * every request pays for it. Being recognised keeps the session alive, unless nobody need be there for it to happen.
 */
export async function recogniseSession(
  ctx: RequestContext,
  sid: string,
  { keepsAlive = true } = {},
): Promise<{ viewer: Viewer; end: SessionEnd } | null> {
  const [session] = await ctx.db.$queryRaw<SessionRow[]>`
    SELECT s.sess AS facts, s.expire, u.is_active AND u.deleted_at IS NULL AS "mayEnter",
           u.id, u.kind::text, u.role::text, u.must_change_password AS "mustChangePassword", u.email::text,
           u.first_name AS "firstName", u.last_name AS "lastName", u.profile_image_url AS "profileImageUrl",
           u.notice_minutes AS "noticeMinutes", u.email_alerts AS "emailAlerts"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.sid = ${sid}`
  if (!session?.mayEnter || session.expire <= ctx.now()) return null
  const at = (keepsAlive && (await keepAlive(ctx, sid, session.facts))) || session.expire
  const isFinal = at.getTime() >= lastEnd(ctx, new Date(session.facts.createdAt)).getTime()
  return { viewer: asViewer(session), end: { at, isFinal } }
}

/** The same without its end. */
export const recogniseVisitor = async (
  ...question: Parameters<typeof recogniseSession>
): Promise<Viewer | null> => (await recogniseSession(...question))?.viewer ?? null

/** Moves the end of a session that is used now; `null` where it was moved a moment ago. */
async function keepAlive(ctx: RequestContext, sid: string, facts: SessionFacts): Promise<Date | null> {
  const now = ctx.now()
  if (now.getTime() - new Date(facts.seenAt).getTime() < seenEvery(ctx)) return null
  const expire = sessionEnd(ctx, new Date(facts.createdAt))
  await ctx.db.session.updateMany({
    where: { sid, expire: { gt: now } },
    data: { sess: { ...facts, seenAt: now.toISOString() }, expire },
  })
  return expire
}
