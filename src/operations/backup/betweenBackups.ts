import { BACKUP_LOCK } from '#domain/backup/lock.ts'
import type { Visit } from '../context.ts'
import { inTransaction } from '../operation.ts'

/**
 * Does what takes stored files away, in one transaction; not while a backup copies them, which may still name what is
 * gone from the tables. Whether it was done: whoever asks comes again later.
 */
export const betweenBackups = <Context extends Visit>(
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
