import { setUserActiveInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { endAccess } from './endAccess.ts'
import { userForUpdate } from './forUpdate.ts'
import { reassignServiceAccounts } from './reassignServiceAccounts.ts'

/** Activates or deactivates a user. Deactivation ends all of the user's sessions at once. */
export const setUserActive = operation(setUserActiveInput, async (ctx, { userId, isActive }) => {
  const { role } = await userForUpdate(ctx, userId)
  const subject = { resourceType: 'user' as const, resourceId: userId }
  authorize(ctx, 'user.setActive', { userId, role, isActive }, subject)
  const user = await ctx.db.user.update({ where: { id: userId }, data: { isActive } })
  if (!isActive) {
    await endAccess(ctx, userId, 'deactivated')
    await reassignServiceAccounts(ctx, userId)
  }
  await audit(ctx, {
    action: 'updated',
    ...subject,
    details: { fields: ['isActive'], isActive },
  })
  return user
})
