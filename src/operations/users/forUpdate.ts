import { notFound, unauthenticated } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/**
 * Locks a user's row until the transaction ends. Concurrent changes to the user's appointments, hours or factors, which all lock
 * it, wait for each other. `NO KEY UPDATE` does not block rows that merely refer to the user.
 */
export const holdUser = ({ db }: Pick<OperationContext, 'db'>, userId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`

/**
 * Locks the actor's credentials until the transaction ends: the API key, or the account and the session. Revoking the
 * key, resetting the password or deactivating the user therefore happens before or after this change, never during
 * it. Throws `unauthenticated` if the credentials have changed since the request was accepted: a revoked key, an
 * ended session, or an account that was deactivated, deleted or given another role.
 */
export async function actorForUpdate({ db, actor, sid }: OperationContext): Promise<void> {
  const found = actor.key
    ? await db.$queryRaw<unknown[]>`
        SELECT 1 FROM api_keys WHERE id = ${actor.key.id}::uuid AND revoked_at IS NULL FOR SHARE`
    : await db.$queryRaw<unknown[]>`
        SELECT 1 FROM users WHERE id = ${actor.id}::uuid AND role = ${actor.role}::role AND is_active
          AND deleted_at IS NULL FOR NO KEY UPDATE`
  if (found.length === 0) throw unauthenticated()
  // Operations that end sessions lock the account first. So this later statement no longer finds an ended session.
  if (actor.key || sid === null) return
  const session = await db.$queryRaw<unknown[]>`SELECT 1 FROM sessions WHERE sid = ${sid} FOR KEY SHARE`
  if (session.length === 0) throw unauthenticated()
}

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
