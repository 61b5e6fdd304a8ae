import { isUuid } from '#domain/text.ts'
import { deleteUserInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit, auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { endBreakGlasses } from '../restrictions/endBreakGlasses.ts'
import { forgetDevices } from '../sessions/knownDevices.ts'
import { handOver } from './handOver.ts'
import { lockedUser } from './lockedUser.ts'

/**
 * Deletes an account and never patient data: what the user had goes to the successor, credentials and sessions go,
 * and a tombstone keeps the name for history (DECISIONS, "People and alerts").
 */
export const deleteUser = operation(deleteUserInput, async (ctx, { userId, successorId }): Promise<User> => {
  const user = await lockedUser(ctx, userId)
  authorize(ctx, 'user.delete', { userId }, { resourceType: 'user', resourceId: userId })
  await handOver(ctx, userId, await successor(ctx, userId, successorId ?? ctx.actor.id))
  await ctx.db.session.deleteMany({ where: { userId } })
  await forgetDevices(ctx, userId)
  await endBreakGlasses(ctx, { userId })
  await ctx.db.draft.deleteMany({ where: { userId } })
  await ctx.db.profileImage.deleteMany({ where: { userId } })
  await revokeKeys(ctx, userId)
  const tombstone = await ctx.db.user.update({
    where: { id: userId },
    data: { isActive: false, deletedAt: ctx.now(), passwordHash: '', profileImageUrl: null },
  })
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'user',
    resourceId: userId,
    details: { role: user.role },
  })
  return tombstone
})

/** Programs that acted for the user have no way in any more. */
async function revokeKeys(ctx: OperationContext, userId: string): Promise<void> {
  const where = { userId, revokedAt: null }
  const keys = await ctx.db.apiKey.findMany({ where, select: { id: true } })
  await ctx.db.apiKey.updateMany({ where, data: { revokedAt: ctx.now() } })
  await auditAll(
    ctx,
    keys.map(({ id }) => ({
      action: 'updated',
      resourceType: 'api_key',
      resourceId: id,
      details: { fields: ['revokedAt'], userId },
    })),
  )
}

async function successor({ db }: OperationContext, userId: string, successorId: string): Promise<string> {
  const found =
    isUuid(successorId) && successorId !== userId
      ? await db.user.findFirst({ where: { id: successorId, isActive: true, deletedAt: null } })
      : null
  if (!found) throw invalid({ successorId: 'Choose another active user as the successor' })
  return found.id
}
