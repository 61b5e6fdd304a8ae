import { BULK } from '#domain/bulkJobs/bulkJob.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { SILENCE_MS, workOnBulkJob } from './workOnBulkJob.ts'

/** Resumes interrupted bulk jobs and deletes old results. Safe to repeat and to run concurrently. */
export async function followBulkJobs(ctx: RequestContext, stopping?: AbortSignal): Promise<void> {
  const before = (ms: number) => ({ lt: new Date(ctx.now().getTime() - ms) })
  await ctx.db.bulkJob.deleteMany({ where: { finishedAt: before(BULK.keptDays * 86_400_000) } })
  const silent = await ctx.db.bulkJob.findMany({
    where: {
      state: 'running',
      OR: [{ seenAt: before(SILENCE_MS) }, { seenAt: null, createdAt: before(SILENCE_MS) }],
    },
    select: { id: true },
  })
  await eachByItself(silent, ({ id: jobId }) => workOnBulkJob(ctx, { jobId }, stopping))
}
