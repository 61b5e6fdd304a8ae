import { unauthenticated } from '#domain/errors.ts'
import type { OperationContext } from '../context.ts'

/**
 * Locks the row that lets the actor in until the transaction ends: the key of a program, the account of a person. So
 * revoking the key or deactivating the user happens before or after this change, never during it. Throws
 * `unauthenticated` if the key was revoked, or if the account is inactive, deleted or has another role, since the
 * request was accepted.
 */
export async function actorForUpdate({ db, actor }: OperationContext): Promise<void> {
  const found = actor.key
    ? await db.$queryRaw<unknown[]>`
        SELECT 1 FROM api_keys WHERE id = ${actor.key.id}::uuid AND revoked_at IS NULL FOR SHARE`
    : await db.$queryRaw<unknown[]>`
        SELECT 1 FROM users WHERE id = ${actor.id}::uuid AND role = ${actor.role}::role AND is_active
          AND deleted_at IS NULL FOR NO KEY UPDATE`
  if (found.length === 0) throw unauthenticated()
}
