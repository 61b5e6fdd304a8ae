import { Failure, unauthenticated } from '#domain/errors.ts'
import { changePasswordInput } from '#domain/users/credentials.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { refuseGuessable } from '../users/refuseGuessable.ts'
import { tooMany } from './countAttempt.ts'
import { forgetDevices, rememberDevice } from './knownDevices.ts'
import { refuseKeys } from './refuseKeys.ts'
import { type SessionFacts, startSession } from './startSession.ts'

/**
 * Sets a new password, ends every session of the user, forgets their devices, and opens a fresh session on this
 * device. Checks only that the caller is signed in, because the policy denies a user who must change the password.
 */
export const changePassword = unwrapped(
  changePasswordInput,
  async (
    ctx: RequestContext,
    { currentPassword, newPassword },
  ): Promise<{ sid: string; deviceId: string }> => {
    const { actor } = ctx
    if (!actor) throw unauthenticated()
    refuseKeys(ctx, 'password')
    const user = await ctx.db.user.findUniqueOrThrow({
      where: { id: actor.id },
      omit: { passwordHash: false },
    })
    const { currentPassword: limit } = ctx.signInLimits
    const tally = await limit.consume(actor.id)
    if (tally.isOver) throw tooMany('change the password', tally)
    if (!(await ctx.passwords.verify(user.passwordHash, currentPassword))) {
      await audit(ctx, { action: 'denied', resourceType: 'password', resourceId: actor.id })
      throw new Failure('invalid', 'Current password is incorrect', {
        fields: { currentPassword: 'Current password is incorrect' },
      })
    }
    await limit.forgive(actor.id)
    if (newPassword === currentPassword)
      throw invalid({ newPassword: 'Choose a password other than the current one' })
    await refuseGuessable(ctx, 'newPassword', newPassword, user)
    const passwordHash = await ctx.passwords.hash(newPassword)
    return inTransaction(ctx, async (inside) => {
      const { count } = await inside.db.user.updateMany({
        where: { id: actor.id, passwordHash: user.passwordHash },
        data: { passwordHash, mustChangePassword: false },
      })
      // An administrator has reset the password in the meantime. That password stays, and this session has ended.
      if (count === 0) throw unauthenticated()
      const session = ctx.sid ? await inside.db.session.findUnique({ where: { sid: ctx.sid } }) : null
      const { signOn } = (session?.sess ?? {}) as Partial<SessionFacts>
      await inside.db.session.deleteMany({ where: { userId: actor.id } })
      await forgetDevices(inside, actor.id)
      await audit(inside, { action: 'updated', resourceType: 'password', resourceId: actor.id })
      const deviceId = await rememberDevice(inside, actor.id)
      const sid = await startSession(inside, actor.id, {
        deviceId,
        ...(signOn && { signOn }),
        // The password alone is no second factor, so the new session is as fresh as the old one.
        ...(user.hasSecondFactor && ctx.provenAt && { proven: ctx.provenAt }),
      })
      return { sid, deviceId }
    })
  },
)
