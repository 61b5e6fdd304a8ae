import { notFound } from '#domain/errors.ts'
import { endUserSessionsInput } from '#domain/users/inputs.ts'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { knownUser } from '../users/knownUser.ts'
import { auditForgotten, forgetDevices } from './knownDevices.ts'
import { endOneSession, endSessions } from './openSessions.ts'

/**
 * Signs a user out of one session, or out of all sessions and then also forgets the user's devices. Returns the number of
 * ended sessions. Administrators who end all of their own sessions also end the current one.
 */
export const endUserSessions = operation(
  endUserSessionsInput,
  async (ctx, { userId, sessionId }): Promise<number> => {
    authorize(ctx, 'user.endSessions', { userId }, { resourceType: 'user', resourceId: userId })
    await knownUser(ctx, userId)
    const ended = sessionId ? await oneOf(ctx, userId, sessionId) : await endSessions(ctx, userId, null)
    await auditAll(
      ctx,
      ended.map((resourceId) => ({
        action: 'deleted',
        resourceType: 'session',
        resourceId,
        details: { userId },
      })),
    )
    if (!sessionId) await auditForgotten(ctx, userId, await forgetDevices(ctx, userId))
    return ended.length
  },
)

async function oneOf(ctx: OperationContext, userId: string, sessionId: string): Promise<string[]> {
  const sid = await endOneSession(ctx, userId, sessionId)
  if (sid === null) throw notFound('Session', sessionId)
  return [sessionId]
}
