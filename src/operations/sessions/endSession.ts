import { notFound } from '#domain/errors.ts'
import { endSessionInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { endOneSession } from './openSessions.ts'

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
