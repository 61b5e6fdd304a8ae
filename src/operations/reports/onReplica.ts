import { Failure } from '#domain/errors.ts'
import type { RequestContext } from '../context.ts'

/**
 * Runs a read that takes long on the replica, if there is one that has everything that was committed so far; else, or if the read fails
 * there, on the database of `ctx`. The audit row is written to that database in any case, before anything is answered.
 */
export async function onReplica<Context extends RequestContext, Result>(
  ctx: Context,
  read: (reading: Context) => Promise<Result>,
): Promise<Result> {
  const { replica } = ctx
  const db = replica && (await replica.current())
  if (!db) return read(ctx)
  try {
    return await read({ ...ctx, db })
  } catch (error) {
    if (error instanceof Failure) throw error
    replica.failed(error)
    return read(ctx)
  }
}
