import { Failure } from '#domain/errors.ts'
import { userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { auditEnded } from '../sessions/endSessions.ts'
import { endSessions } from '../sessions/openSessions.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { userNames } from '../users/findUsers.ts'
import { userForUpdate } from '../users/forUpdate.ts'

/**
 * Disconnects a user's accounts at all providers of single sign-on, for example after the provider gave the user a new
 * account, and ends the user's sessions. The user and all administrators are alerted. Throws `conflict` if none is connected.
 */
export const disconnectSignOn = operation(userInput, async (ctx, { userId }): Promise<User> => {
  const subject = { resourceType: 'user', resourceId: userId }
  authorize(ctx, 'user.disconnectSignOn', { userId }, subject)
  await requireStepUp(ctx, subject)
  await userForUpdate(ctx, userId)
  const connected = await ctx.db.signOnIdentity.findMany({ where: { userId }, select: { id: true } })
  if (connected.length === 0) throw new Failure('conflict', 'No account at a provider is connected')
  await ctx.db.signOnIdentity.deleteMany({ where: { userId } })
  // A second factor at the provider no longer counts, also for the user's API keys.
  const user = await ctx.db.user.update({ where: { id: userId }, data: { hasProviderFactor: false } })
  const ended = await endSessions(ctx, userId, null)
  await auditAll(
    ctx,
    connected.map(({ id }) => ({
      action: 'deleted',
      resourceType: 'sign_on_identity',
      resourceId: id,
      details: { userId },
    })),
  )
  await auditEnded(ctx, userId, ended)
  const nameOf = await userNames(ctx, [ctx.actor.id, userId])
  await sendAlert(ctx, 'sign_on_disconnected', {
    users: [userId],
    by: nameOf(ctx.actor.id),
    user: nameOf(userId),
  })
  return user
})
