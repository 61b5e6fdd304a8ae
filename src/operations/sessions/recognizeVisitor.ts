import type { Actor, Role } from '#domain/access/actor.ts'
import { sessionLimitsOf } from '#domain/clinic/settings.ts'
import { type FactorFacts, mustAddFactor } from '#domain/factors/secondFactor.ts'
import type { RequestContext } from '../context.ts'
import { presentsDevice } from './knownDevices.ts'
import { hasProviderFactor, lastEnd, provenAt, type SessionFacts, sessionEnd } from './startSession.ts'

/** A signed-in user, with the fields that the frame of every screen shows. */
export type Viewer = Actor & {
  kind: FactorFacts['kind']
  hasSecondFactor: boolean
  /** Whether a provider vouched for a second factor: of this session, or for programs at the user's last sign-in. */
  hasProviderFactor: boolean
  /** When the grace period without a second factor began; `null` if there is none. */
  factorGraceFrom: Date | null
  email: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  /** Minutes before the idle sign-out at which the page warns the user. */
  noticeMinutes: number
  /** Whether the user also gets alerts by e-mail. */
  emailAlerts: boolean
  /** The hashes of the GraphQL documents that the API key may run; empty if its scopes alone limit it. */
  key?: { documents: readonly string[] }
}

/** The column of each public field in `users`. */
const viewerColumns = {
  id: 'id',
  kind: 'kind',
  role: 'role',
  mustChangePassword: 'must_change_password',
  firm: 'firm',
  hasSecondFactor: 'has_second_factor',
  hasProviderFactor: 'has_provider_factor',
  factorGraceFrom: 'factor_grace_from',
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  profileImageUrl: 'profile_image_url',
  noticeMinutes: 'notice_minutes',
  emailAlerts: 'email_alerts',
} satisfies Record<Exclude<keyof Viewer, 'key' | 'mustAddFactor'>, string>

const viewerFields = Object.keys(viewerColumns) as (keyof typeof viewerColumns)[]

/** Returns the public fields of a user's row, without the password hash, and whether a second factor is overdue. */
export const viewerOf = (ctx: Pick<RequestContext, 'now' | 'secondFactors'>, user: Viewer): Viewer => ({
  ...(Object.fromEntries<unknown>(viewerFields.map((name) => [name, user[name]])) as Viewer),
  mustAddFactor: mustAddFactor(user, ctx.secondFactors, ctx.now()),
})

/** When a session expires unless it is used. `isFinal` means that use cannot extend it. */
export type SessionEnd = { at: Date; isFinal: boolean }

/**
 * How old `seenAt` may get before a request updates it. Writes at most once a minute instead of at each request, and more
 * often only if the idle limit is so short that a minute matters.
 */
const seenEvery = (ctx: RequestContext, role: Role) =>
  Math.min(60_000, sessionLimitsOf(ctx, role).idleMinutes * 4_000)

const sessionSql = `
  SELECT u.is_active AND u.deleted_at IS NULL, s.expire, s.sess,
    ${viewerFields.map((name) => `u.${viewerColumns[name]}`).join(', ')}
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.sid = $1`

type Session = { facts: SessionFacts; expire: Date; mayEnter: boolean; viewer: Viewer }

async function findSession({ statements }: RequestContext, sid: string): Promise<Session | null> {
  const [row] = await statements.rows({ text: sessionSql, values: [sid] })
  if (!row) return null
  const [mayEnter, expire, facts, ...values] = row
  const viewer = Object.fromEntries(viewerFields.map((name, index) => [name, values[index]]))
  return { facts, expire, mayEnter, viewer } as Session
}

/**
 * Returns the user of a session ID and its expiry. Returns `null` if the row is missing or expired, if its user may no
 * longer sign in, or if the request comes from another browser than the sign-in. Every request reads the row, so ending a session takes effect at once. Extends the session, except for
 * background requests.
 */
export async function recognizeSession(
  ctx: RequestContext,
  sid: string,
  { keepsAlive = true } = {},
): Promise<{ viewer: Viewer; end: SessionEnd; provenAt: Date } | null> {
  const session = await findSession(ctx, sid)
  if (!session?.mayEnter || session.expire <= ctx.now()) return null
  const { deviceHash } = session.facts
  if (deviceHash && !(await presentsDevice(ctx, deviceHash))) return null
  const { role } = session.viewer
  const at = (keepsAlive && (await keepAlive(ctx, sid, role, session.facts))) || session.expire
  const isFinal = at.getTime() >= lastEnd(ctx, role, new Date(session.facts.createdAt)).getTime()
  const viewer = viewerOf(ctx, { ...session.viewer, hasProviderFactor: hasProviderFactor(session.facts) })
  return { viewer, end: { at, isFinal }, provenAt: provenAt(session.facts) }
}

/** Extends a session that is in use. Returns `null` if it was extended a moment ago. */
async function keepAlive(
  ctx: RequestContext,
  sid: string,
  role: Role,
  facts: SessionFacts,
): Promise<Date | null> {
  const now = ctx.now()
  if (now.getTime() - new Date(facts.seenAt).getTime() < seenEvery(ctx, role)) return null
  const expire = sessionEnd(ctx, role, new Date(facts.createdAt))
  await ctx.db.session.updateMany({
    where: { sid, expire: { gt: now } },
    data: { sess: { ...facts, seenAt: now.toISOString() }, expire },
  })
  return expire
}
