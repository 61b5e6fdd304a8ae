import type { Actor } from '#domain/access/actor.ts'
import type { User } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { type SessionFacts, sessionEnd } from './startSession.ts'

/** Somebody signed in, with what the frame of every screen shows of them. */
export type Viewer = Actor & {
  email: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
}

/** What leaves of a user's row: the password's hash and the like stay behind. */
export const asViewer = ({
  id,
  role,
  mustChangePassword,
  email,
  firstName,
  lastName,
  profileImageUrl,
}: User): Viewer => ({ id, role, mustChangePassword, email, firstName, lastName, profileImageUrl })

/** How stale `seenAt` may get before a request moves it: a write a minute, not one per request. */
const SEEN_EVERY_MS = 60_000

/**
 * Who a session id belongs to now. `null` when the row is gone or has ended, or its user may not sign in any
 * more: the row decides on every request, so ending it ends everything at once.
 */
export async function recogniseVisitor(ctx: Visit, sid: string): Promise<Viewer | null> {
  const session = await ctx.db.session.findUnique({ where: { sid }, include: { user: true } })
  if (!session || session.expire <= ctx.now()) return null
  const { user } = session
  if (!user.isActive || user.deletedAt) return null
  await keepAlive(ctx, sid, session.sess as SessionFacts)
  return asViewer(user)
}

async function keepAlive(ctx: Visit, sid: string, facts: SessionFacts): Promise<void> {
  const now = ctx.now()
  if (now.getTime() - new Date(facts.seenAt).getTime() < SEEN_EVERY_MS) return
  await ctx.db.session.updateMany({
    where: { sid, expire: { gt: now } },
    data: {
      sess: { ...facts, seenAt: now.toISOString() },
      expire: sessionEnd(ctx, new Date(facts.createdAt)),
    },
  })
}
