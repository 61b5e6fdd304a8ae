import { notFound, unauthenticated } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/**
 * The account, held together with every active administrator until the transaction ends. Of two administrators who
 * take each other out at once, the second finds that they are none any more: so one is always left.
 */
export async function lockedUser(ctx: OperationContext, userId: string): Promise<User> {
  if (!isUuid(userId)) throw notFound('User', userId)
  const administrators = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR UPDATE`
  const isStillHere = ctx.actor.key
    ? await isKeyStillThere(ctx, ctx.actor.key.id)
    : administrators.some(({ id }) => id === ctx.actor.id)
  if (!isStillHere) throw unauthenticated()
  await ctx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`
  const user = await ctx.db.user.findFirst({ where: { id: userId, deletedAt: null } })
  if (!user) throw notFound('User', userId)
  return user
}

/** A key may act for a user who is no administrator; it is held as well, so that revoking it waits or comes first. */
async function isKeyStillThere({ db }: OperationContext, keyId: string): Promise<boolean> {
  const held = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM api_keys WHERE id = ${keyId}::uuid AND revoked_at IS NULL FOR SHARE`
  return held.length > 0
}
