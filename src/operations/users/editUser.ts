import { editUserInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { endBreakGlasses } from '../restrictions/endBreakGlasses.ts'
import { refuseTakenAddress } from '../takenAddress.ts'
import { ADDRESS_TAKEN } from './addUser.ts'
import { lockedUser } from './lockedUser.ts'

/**
 * Changes the fields that were given. Another role ends every session of the user, so that nothing opened under the
 * old one is left; what they are assigned stays theirs.
 */
export const editUser = operation(editUserInput, async (ctx, { userId, ...given }): Promise<User> => {
  const subject = { resourceType: 'user', resourceId: userId }
  authorize(ctx, 'user.edit', { userId }, subject)
  const user = await lockedUser(ctx, userId)
  const changes = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && value !== user[name as 'role']),
  ) as Partial<Pick<User, 'firstName' | 'lastName' | 'email' | 'role'>>
  const { role } = changes
  if (role) authorize(ctx, 'user.changeRole', { userId }, subject)
  if (Object.keys(changes).length === 0) return user
  const edited = await refuseTakenAddress(ctx, ADDRESS_TAKEN, () =>
    ctx.db.user.update({ where: { id: userId }, data: changes }),
  )
  if (role) {
    await ctx.db.session.deleteMany({ where: { userId } })
    await endBreakGlasses(ctx, { userId })
  }
  await audit(ctx, {
    action: 'updated',
    ...subject,
    details: { fields: Object.keys(changes), ...(role && { role }) },
  })
  return edited
})
