import { isUuid } from '#domain/text.ts'
import { deleteUserInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { removeFactors } from '../factors/removeFactors.ts'
import { invalid, operation } from '../operation.ts'
import { endAccess } from './endAccess.ts'
import { userForUpdate } from './forUpdate.ts'
import { reassignServiceAccounts } from './reassignServiceAccounts.ts'
import { reassignWork } from './reassignWork.ts'

/**
 * Deletes an account but never patient data. The successor gets the user's assignments. Credentials and sessions
 * are deleted, and a tombstone keeps the name for history (DECISIONS, "People and alerts").
 */
export const deleteUser = operation(deleteUserInput, async (ctx, { userId, successorId }): Promise<User> => {
  const user = await userForUpdate(ctx, userId)
  authorize(ctx, 'user.delete', { userId }, { resourceType: 'user', resourceId: userId })
  const heirId = await successor(ctx, userId, successorId ?? ctx.actor.id)
  await reassignWork(ctx, userId, heirId)
  await reassignServiceAccounts(ctx, userId, heirId)
  await endAccess(ctx, userId, 'deleted')
  // Another account of the same person can be connected again, and have the same identifiers.
  await ctx.db.signOnIdentity.deleteMany({ where: { userId } })
  await ctx.db.identifier.deleteMany({ where: { userId } })
  await removeFactors(ctx, userId)
  await ctx.db.draft.deleteMany({ where: { userId } })
  await ctx.db.profileImage.deleteMany({ where: { userId } })
  const tombstone = await ctx.db.user.update({
    where: { id: userId },
    data: {
      isActive: false,
      deletedAt: ctx.now(),
      profileImageUrl: null,
      hasProviderFactor: false,
      ...(user.kind === 'person' && { passwordHash: '' }),
    },
  })
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'user',
    resourceId: userId,
    details: { role: user.role },
  })
  return tombstone
})

async function successor({ db }: OperationContext, userId: string, successorId: string): Promise<string> {
  const found =
    isUuid(successorId) && successorId !== userId
      ? await db.user.findFirst({
          where: { id: successorId, kind: 'person', isActive: true, deletedAt: null },
        })
      : null
  if (!found) throw invalid({ successorId: 'Choose another active user as the successor' })
  return found.id
}
