import * as z from 'zod/mini'
import { Failure } from '#domain/errors.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { removeFactors } from './removeFactors.ts'

/**
 * Removes the caller's authenticator app and recovery codes. A user who must have a second factor can do nothing until a new one is
 * set up. Throws `conflict` if there is none.
 */
export const removeAuthenticator = operation(z.strictObject({}), async (ctx): Promise<void> => {
  authorize(ctx, 'factor.manage')
  await requireStepUp(ctx)
  const { id: userId } = ctx.actor
  if ((await removeFactors(ctx, userId)) === 0) throw new Failure('conflict', 'There is no authenticator app')
  await audit(ctx, { action: 'deleted', resourceType: 'authenticator_app', resourceId: userId })
  await sendAlert(ctx, 'second_factor_removed', { users: [userId] })
})
