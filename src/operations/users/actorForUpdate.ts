import { unauthenticated } from '#domain/errors.ts'
import type { OperationContext } from '../context.ts'

/**
 * Locks the actor's credentials until the transaction ends: the API key, or the account and the session. So revoking
 * the key, resetting the password or deactivating the user happens before or after this change, never during it. Throws
 * `unauthenticated` if, since the request was accepted, the key was revoked, the session ended, or the account was
 * deactivated, deleted or given another role.
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
