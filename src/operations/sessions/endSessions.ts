import * as z from 'zod/mini'
import { notFound } from '#domain/errors.ts'
import { endSessionInput, endUserSessionsInput } from '#domain/users/inputs.ts'
import { audit, auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { inTransaction, operation, unwrapped } from '../operation.ts'
import { findUser } from '../users/findUsers.ts'
import { auditForgotten, forgetDevices, forgetOtherDevices } from './knownDevices.ts'
import { endOneSession, endSessions } from './openSessions.ts'

/** Ends the caller's session. Does nothing without a session, so that signing out always works. */
export const signOut = unwrapped(z.strictObject({}), (ctx: RequestContext) =>
  inTransaction(ctx, async (inside) => {
    if (!inside.sid || !inside.actor) return
    await inside.db.session.deleteMany({ where: { sid: inside.sid } })
    await audit(inside, { action: 'logout', resourceType: 'session' })
  }),
)

/** Ends one of the user's own sessions and returns whether it was the current one. Throws `not_found` for any other. */
export const endSession = operation(
  endSessionInput,
  async (ctx, { sessionId }): Promise<{ wasCurrent: boolean }> => {
    authorize(ctx, 'session.manage')
    const sid = await endOneSession(ctx, ctx.actor.id, sessionId)
    if (sid === null) throw notFound('Session', sessionId)
    await audit(ctx, { action: 'logout', resourceType: 'session', resourceId: sessionId })
    return { wasCurrent: sid === ctx.sid }
  },
)

/** Ends the user's other sessions and forgets their other devices. Returns the number of ended sessions. */
export const endOtherSessions = operation(z.strictObject({}), async (ctx): Promise<number> => {
  authorize(ctx, 'session.manage')
  const ended = await endSessions(ctx, ctx.actor.id, ctx.sid)
  await auditAll(
    ctx,
    ended.map((resourceId) => ({ action: 'logout', resourceType: 'session', resourceId })),
  )
  await auditForgotten(ctx, ctx.actor.id, await forgetOtherDevices(ctx, ctx.actor.id))
  return ended.length
})

/**
 * Signs a user out of one session, or out of all sessions and then also forgets the user's devices. Returns the number of
 * ended sessions. Administrators who end all of their own sessions also end the current one.
 */
export const endUserSessions = operation(
  endUserSessionsInput,
  async (ctx, { userId, sessionId }): Promise<number> => {
    authorize(ctx, 'user.endSessions', { userId }, { resourceType: 'user', resourceId: userId })
    await findUser(ctx, userId)
    const ended = sessionId ? await oneOf(ctx, userId, sessionId) : await endSessions(ctx, userId, null)
    await auditEnded(ctx, userId, ended)
    if (!sessionId) await auditForgotten(ctx, userId, await forgetDevices(ctx, userId))
    return ended.length
  },
)

/** Audits the sessions of a user that an administrator has ended. */
export const auditEnded = (
  ctx: OperationContext,
  userId: string,
  sessionIds: readonly string[],
): Promise<void> =>
  auditAll(
    ctx,
    sessionIds.map((resourceId) => ({
      action: 'deleted',
      resourceType: 'session',
      resourceId,
      details: { userId },
    })),
  )

async function oneOf(ctx: OperationContext, userId: string, sessionId: string): Promise<string[]> {
  const sid = await endOneSession(ctx, userId, sessionId)
  if (sid === null) throw notFound('Session', sessionId)
  return [sessionId]
}
