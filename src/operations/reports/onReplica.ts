import type { RequestContext } from '../context.ts'

/**
 * Runs a read that takes long. It runs on the replica if there is one that is up to date. Without one, or if the replica goes away
 * meanwhile, it runs on the database of `ctx`. The caller writes the audit row to that database, before anything is answered.
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
    if (!replica.failed(error)) throw error
    return read(ctx)
  }
}
