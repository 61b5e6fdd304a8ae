import type { RequestContext } from '../context.ts'

/**
 * Runs a long read on the replica if there is one that is up to date. Without one, or if the replica fails during the read, the
 * read runs on the database of `ctx`. The caller writes the audit row to that database before it answers.
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
