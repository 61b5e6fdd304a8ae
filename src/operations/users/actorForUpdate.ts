import { unauthenticated } from '#domain/errors.ts'
import type { OperationContext } from '../context.ts'

/**
 * Locks the rows that let the actor in until the transaction ends: the key of a program, the account and the session of
 * a person. So revoking the key, resetting the password or deactivating the user happens before or after this change,
 * never during it. Throws `unauthenticated` if the key was revoked, if the session has ended, or if the account is
 * inactive, deleted or has another role, since the request was accepted.
 */
export async function actorForUpdate({ db, actor, sid }: OperationContext): Promise<void> {
  const found = actor.key
    ? await db.$queryRaw<unknown[]>`
        SELECT 1 FROM api_keys WHERE id = ${actor.key.id}::uuid AND revoked_at IS NULL FOR SHARE`
    : await db.$queryRaw<unknown[]>`
        SELECT 1 FROM users WHERE id = ${actor.id}::uuid AND role = ${actor.role}::role AND is_active
          AND deleted_at IS NULL FOR NO KEY UPDATE`
  if (found.length === 0) throw unauthenticated()
  // What ends sessions holds the account, so that this statement, begun after that is over, sees them gone.
  if (actor.key || sid === null) return
  const session = await db.$queryRaw<unknown[]>`SELECT 1 FROM sessions WHERE sid = ${sid} FOR KEY SHARE`
  if (session.length === 0) throw unauthenticated()
}
