import type { RequestContext } from '../context.ts'

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
  await ctx.db.dataExport.updateMany({
    where: { state: 'ready', expiresAt: { lte: now } },
    data: { state: 'removed' },
  })
  const kept = await ctx.db.dataExport.findMany({
    where: { state: { in: ['waiting', 'running', 'ready'] } },
    select: { id: true },
  })
  const ids = new Set(kept.map(({ id }) => id))
  await ctx.archives.removeAllBut((name) => ids.has(name))
}
