import { notFound } from '#domain/errors.ts'
import { endSessionInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { endOneSession } from './openSessions.ts'

/** Ends one of one's own sessions; of another's it is as if there were none. Tells whether it was the one that asks. */
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
