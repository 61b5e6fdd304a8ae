import { Failure, notFound } from '#domain/errors.ts'
import { removePasskeyInput } from '#domain/factors/inputs.ts'
import { isUuid } from '#domain/text.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { endGraceWithoutFactor } from '../factors/removeFactors.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'

/**
 * Removes a passkey of the caller. With the last second factor the recovery codes go, too, and a user who must have one can do
 * nothing until a new one is set up. Throws `conflict` for a caller without passkeys, and `not_found` for one that is not theirs.
 */
export const removePasskey = operation(removePasskeyInput, async (ctx, { passkeyId }): Promise<void> => {
  const subject = { resourceType: 'passkey' as const, resourceId: passkeyId }
  authorize(ctx, 'factor.manage', undefined, subject)
  await requireStepUp(ctx, subject)
  const { id: userId } = ctx.actor
  if (!(await ctx.db.passkey.findFirst({ where: { userId }, select: { id: true } })))
    throw new Failure('conflict', 'You have no passkey')
  const passkey = isUuid(passkeyId)
    ? await ctx.db.passkey.findFirst({ where: { id: passkeyId, userId } })
    : null
  if (!passkey) throw notFound('Passkey', passkeyId)
  await ctx.db.passkey.delete({ where: { id: passkey.id } })
  await endGraceWithoutFactor(ctx, userId)
  await audit(ctx, { action: 'deleted', ...subject })
  await sendAlert(ctx, 'second_factor_removed', { users: [userId], passkey: passkey.name })
})
