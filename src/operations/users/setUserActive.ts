import { setUserActiveInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { endBreakGlasses } from '../restrictions/endBreakGlasses.ts'
import { forgetDevices } from '../sessions/knownDevices.ts'
import { lockedUser } from './lockedUser.ts'

/** Lets somebody in or out. Whoever is let out is out at once, wherever they are signed in. */
export const setUserActive = operation(setUserActiveInput, async (ctx, { userId, isActive }) => {
  await lockedUser(ctx, userId)
  authorize(ctx, 'user.setActive', { userId }, { resourceType: 'user', resourceId: userId })
  const user = await ctx.db.user.update({ where: { id: userId }, data: { isActive } })
  if (!isActive) {
    await ctx.db.session.deleteMany({ where: { userId } })
    await forgetDevices(ctx, userId)
    await endBreakGlasses(ctx, { userId })
  }
  await audit(ctx, {
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    details: { fields: ['isActive'], isActive },
  })
  return user
})
