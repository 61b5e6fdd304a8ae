import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { actorForUpdate } from './actorForUpdate.ts'

/**
 * Locks the account and all active administrators until the transaction ends. So if two administrators deactivate each
 * other at once, the second is no longer an administrator and fails: one always remains.
 */
export async function userForUpdate(ctx: OperationContext, userId: string): Promise<User> {
  if (!isUuid(userId)) throw notFound('User', userId)
  await ctx.db.$queryRaw`
    SELECT 1 FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR UPDATE`
  await actorForUpdate(ctx)
  await ctx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`
  const user = await ctx.db.user.findFirst({ where: { id: userId, deletedAt: null } })
  if (!user) throw notFound('User', userId)
  return user
}
