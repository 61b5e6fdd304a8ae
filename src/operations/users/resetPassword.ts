import { resetPasswordInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { endAccess } from './endAccess.ts'
import { findUser, refuseServiceAccount } from './findUsers.ts'
import { userForUpdate } from './forUpdate.ts'
import { refuseGuessable } from './refuseGuessable.ts'

/**
 * Sets a password with which the user signs in once to choose another one. Ends the user's sessions, API keys and
 * calendar feeds, because others may know the old password. Users change their own password by proving the old one instead.
 */
export const resetPassword = unwrapped(
  resetPasswordInput,
  async (ctx: OperationContext, { userId, password }): Promise<User> => {
    const subject = { resourceType: 'user', resourceId: userId }
    authorize(ctx, 'user.resetPassword', { userId }, subject)
    await requireStepUp(ctx, subject)
    const account = await findUser(ctx, userId)
    refuseServiceAccount(account, 'A service account has no password')
    await refuseGuessable(ctx, 'password', password, account)
    const passwordHash = await ctx.passwords.hash(password)
    return inTransaction(ctx, async (inside) => {
      await userForUpdate(inside, userId)
      const user = await inside.db.user.update({
        where: { id: userId },
        data: { passwordHash, mustChangePassword: true },
      })
      await endAccess(inside, userId, 'password_reset')
      await audit(inside, {
        action: 'updated',
        resourceType: 'password',
        resourceId: userId,
        details: { fields: ['password', 'mustChangePassword'] },
      })
      return user
    })
  },
)
