import type { RequestContext } from '../context.ts'
import { noFile } from '../records/noFile.ts'

/** A run without progress for this long was interrupted. */
export const SILENCE_MS = 5 * 60_000

/** Marks interrupted exports as failed and removes the files of expired ones. */
export async function tidyDataExports(ctx: RequestContext): Promise<void> {
  const now = ctx.now()
  const longAgo = new Date(now.getTime() - SILENCE_MS)
  await ctx.db.dataExport.updateMany({
    where: {
      OR: [
        { state: 'running', seenAt: { lt: longAgo } },
        // A job that no worker has started within a day will never start.
        { state: 'waiting', createdAt: { lt: new Date(now.getTime() - 86_400_000) } },
      ],
    },
    data: { state: 'failed', finishedAt: now, error: 'The server stopped during the export' },
  })
  const expired = await ctx.db.dataExport.findMany({ where: { state: 'ready', expiresAt: { lte: now } } })
  for (const { id, storageKey } of expired) {
    await ctx.db.dataExport.updateMany({
      where: { id, state: 'ready' },
      data: { state: 'removed', ...noFile },
    })
    if (storageKey) await ctx.recordStore.remove(storageKey)
  }
}
