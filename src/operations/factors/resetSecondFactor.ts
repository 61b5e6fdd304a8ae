import { Failure } from '#domain/errors.ts'
import { resetSecondFactorInput } from '#domain/factors/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { auditEnded } from '../sessions/endSessions.ts'
import { endSessions } from '../sessions/openSessions.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { userNames } from '../users/findUsers.ts'
import { userForUpdate } from '../users/forUpdate.ts'
import { removeFactors } from './removeFactors.ts'

/**
 * Removes the second factors of a user who has lost them, and ends the user's sessions. The user and all administrators are
 * alerted. Throws `conflict` if the user has none.
 */
export const resetSecondFactor = operation(
  resetSecondFactorInput,
  async (ctx, { userId, reason }): Promise<User> => {
    const subject = { resourceType: 'user', resourceId: userId }
    authorize(ctx, 'user.resetSecondFactor', { userId }, subject)
    await requireStepUp(ctx, subject)
    await userForUpdate(ctx, userId)
    if ((await removeFactors(ctx, userId)) === 0)
      throw new Failure('conflict', 'This user has no second factor')
    const { id: reset } = await ctx.db.secondFactorReset.create({
      data: { userId, resetById: ctx.actor.id, reason, createdAt: ctx.now() },
    })
    const ended = await endSessions(ctx, userId, null)
    await audit(ctx, {
      action: 'deleted',
      resourceType: 'second_factor',
      resourceId: userId,
      details: { reset },
    })
    await auditEnded(ctx, userId, ended)
    const nameOf = await userNames(ctx, [ctx.actor.id, userId])
    await sendAlert(ctx, 'second_factor_reset', {
      users: [userId],
      by: nameOf(ctx.actor.id),
      user: nameOf(userId),
      reason,
    })
    return ctx.db.user.findUniqueOrThrow({ where: { id: userId } })
  },
)
