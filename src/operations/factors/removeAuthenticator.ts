import * as z from 'zod/mini'
import { Failure } from '#domain/errors.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { endGraceWithoutFactor } from './removeFactors.ts'

/**
 * Removes the caller's authenticator app, and the recovery codes unless a passkey is left. A user who must have a second factor and
 * has none left can do nothing until a new one is set up. Throws `conflict` if there is no app.
 */
export const removeAuthenticator = operation(z.strictObject({}), async (ctx): Promise<void> => {
  authorize(ctx, 'factor.manage')
  await requireStepUp(ctx)
  const { id: userId } = ctx.actor
  const { count } = await ctx.db.authenticatorApp.deleteMany({
    where: { userId, confirmedAt: { not: null } },
  })
  if (count === 0) throw new Failure('conflict', 'There is no authenticator app')
  await endGraceWithoutFactor(ctx, userId)
  await audit(ctx, { action: 'deleted', resourceType: 'authenticator_app', resourceId: userId })
  await sendAlert(ctx, 'second_factor_removed', { users: [userId] })
})
