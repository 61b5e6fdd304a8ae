import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { actorForUpdate } from './actorForUpdate.ts'

/**
 * The account, held together with every active administrator until the transaction ends. Of two administrators who
 * take each other out at once, the second finds that they are none any more: so one is always left.
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
