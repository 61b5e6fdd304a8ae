import { notFound } from '#domain/errors.ts'
import { endSessionInput } from '#domain/users/inputs.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { endAccess } from '../users/endAccess.ts'
import { actorForUpdate } from '../users/forUpdate.ts'
import { endOneSession } from './openSessions.ts'

/**
 * Reports a session of the user's account that is not theirs. Ends all of the user's sessions, also the current one, their
 * devices, API keys and calendar addresses, and asks for a new password at the next sign-in. Throws `not_found` for a session
 * that has ended or is another user's.
 */
export const reportSession = operation(endSessionInput, async (ctx, { sessionId }): Promise<void> => {
  authorize(ctx, 'session.manage')
  await actorForUpdate(ctx)
  const { id: userId } = ctx.actor
  if ((await endOneSession(ctx, userId, sessionId)) === null) throw notFound('Session', sessionId)
  const { firstName, lastName } = await ctx.db.user.update({
    where: { id: userId },
    data: { mustChangePassword: true },
  })
  await endAccess(ctx, userId, 'session_reported')
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'session',
    resourceId: sessionId,
    details: { reason: 'session_reported', fields: ['mustChangePassword'] },
  })
  await sendAlert(ctx, 'session_reported', { users: [userId], user: `${firstName} ${lastName}` })
})
