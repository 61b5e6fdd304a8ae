import { deleteUserInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { removeFactors } from '../factors/removeFactors.ts'
import { operation } from '../operation.ts'
import { endAccess } from './endAccess.ts'
import { findSuccessor } from './findSuccessor.ts'
import { userForUpdate } from './forUpdate.ts'
import { reassignServiceAccounts } from './reassignServiceAccounts.ts'
import { transferWork } from './transferWork.ts'

/**
 * Deletes an account but never patient data. The successor gets the user's work, with an alert. Credentials and sessions
 * are deleted, and a tombstone keeps the name for history (DECISIONS, "People and alerts").
 */
export const deleteUser = operation(deleteUserInput, async (ctx, { userId, successorId }): Promise<User> => {
  const user = await userForUpdate(ctx, userId)
  authorize(ctx, 'user.delete', { userId }, { resourceType: 'user', resourceId: userId })
  const successor = await findSuccessor(ctx, userId, successorId ?? ctx.actor.id)
  await transferWork(ctx, userId, successor)
  await reassignServiceAccounts(ctx, userId, successor.id)
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
