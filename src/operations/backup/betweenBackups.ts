import { BACKUP_LOCK } from '#domain/backup/lock.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'

/**
 * Deletes stored files in one transaction, but not while a backup runs, because the backup may still refer to them.
 * Returns whether it ran; the caller tries again later.
 */
export const betweenBackups = <Context extends RequestContext>(
  ctx: Context,
  work: (inside: Context) => Promise<unknown>,
): Promise<boolean> =>
  inTransaction(ctx, async (inside) => {
    const [lock] = await inside.db.$queryRaw<{ isFree: boolean }[]>`
      SELECT pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) AS "isFree"`
    if (!lock?.isFree) return false
    await work(inside)
    return true
  })
