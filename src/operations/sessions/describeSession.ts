import * as z from 'zod/mini'
import type { Role } from '#domain/access/actor.ts'
import { noSuchCall } from '#domain/errors.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import type { SessionFacts } from './startSession.ts'

/** The facts about a session that the debug endpoint may show. Excludes the session ID and the address. */
export type SessionDescription = {
  isAuthenticated: boolean
  role: Role | null
  createdAt: Date | null
  seenAt: Date | null
  endsAt: Date | null
}

/** Describes the caller's session for debugging. Production has no such endpoint. */
export const describeSession = unwrapped(
  z.strictObject({}),
  async (ctx: RequestContext): Promise<SessionDescription> => {
    if (ctx.mode === 'production') throw noSuchCall()
    const row = ctx.sid && ctx.actor && (await ctx.db.session.findUnique({ where: { sid: ctx.sid } }))
    const facts = row ? (row.sess as SessionFacts) : null
    return {
      isAuthenticated: ctx.actor !== null,
      role: ctx.actor?.role ?? null,
      createdAt: facts && new Date(facts.createdAt),
      seenAt: facts && new Date(facts.seenAt),
      endsAt: row ? row.expire : null,
    }
  },
)
