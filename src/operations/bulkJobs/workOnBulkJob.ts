import type { Actor } from '#domain/access/actor.ts'
import { Failure } from '#domain/errors.ts'
import { mustAddFactor } from '#domain/factors/secondFactor.ts'
import type { BulkJob } from '#infra/prisma/client.ts'
import { actorOfKey } from '../apiKeys/recognizeKey.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { alertAssignees } from './alertAssignees.ts'
import { CalledOff, processRow, type Run } from './processRow.ts'

/** A run that has been silent for this long was interrupted. A provider answers sooner. */
export const SILENCE_MS = 120_000
/** After this time a run makes room for other jobs in the queue, and continues after them. */
const TURN_MS = 10_000
/** Rows that are loaded at once. */
const BATCH = 100
/** After as many failed sends in a row, the provider is down, and the other patients are not tried. */
const PROVIDER_FAILURES = 5

/**
 * Works on the rows of a bulk job, starting where the last run stopped. Each row is done once, with the rights that the
 * user has at that moment. Of two concurrent runs only one continues.
 */
export async function workOnBulkJob(
  ctx: RequestContext,
  { jobId }: { jobId: string },
  stopping?: AbortSignal,
): Promise<void> {
  const job = await take(ctx, jobId)
  if (!job) return
  try {
    const isDone = await goThrough(ctx, job, stopping)
    if (isDone) await end(ctx, job, { state: 'finished' })
    else await leave(ctx, job)
  } catch (error) {
    if (error instanceof CalledOff) return
    await giveUp(ctx, job, error)
  }
}

/** Claims a job that no run works on; `null` if there is nothing to do. */
async function take({ db, now }: RequestContext, id: string): Promise<Run | null> {
  const run = crypto.randomUUID()
  const silent = { seenAt: { lt: new Date(now().getTime() - SILENCE_MS) } }
  const { count } = await db.bulkJob.updateMany({
    where: { id, state: 'running', OR: [{ run: null }, silent] },
    data: { run, seenAt: now() },
  })
  return count === 0 ? null : { ...(await db.bulkJob.findUniqueOrThrow({ where: { id } })), run }
}

/** Returns whether all rows were worked on. */
async function goThrough(ctx: RequestContext, job: Run, stopping: AbortSignal | undefined): Promise<boolean> {
  const turnEnds = Date.now() + TURN_MS
  let failedSends = 0
  for (let position = job.done + job.skipped; position < job.rowsTotal; ) {
    const rows = await ctx.db.bulkJobRow.findMany({
      where: { jobId: job.id, position: { gte: position } },
      orderBy: { position: 'asc' },
      take: BATCH,
    })
    for (const row of rows) {
      if (stopping?.aborted || Date.now() > turnEnds) return false
      const failure = await processRow(await contextOf(ctx, job), job, row)
      failedSends = failure?.code === 'provider' ? failedSends + 1 : 0
      if (failedSends === PROVIDER_FAILURES) throw new Failure('provider', PROVIDER_DOWN)
    }
    position += rows.length
  }
  return true
}

const PROVIDER_DOWN =
  'The e-signature provider did not accept the forms. The other patients were not tried. Try again later.'
const FORMER = 'The user who started this action no longer has access. Finished rows are kept.'
const OURS = 'The action stopped because of an error in Caseload. Finished rows are kept. See the server log.'

/** The context in which a row runs: the user or key as they are now, and one request ID for the whole job. */
async function contextOf(ctx: RequestContext, job: BulkJob): Promise<OperationContext> {
  const actor = await actorOf(ctx, job)
  if (!actor || actor.mustChangePassword || actor.mustAddFactor) throw new Failure('forbidden', FORMER)
  return { ...ctx, actor, request: { ...ctx.request, id: `bulk-${job.id}`, listed: new Map() } }
}

async function actorOf(ctx: RequestContext, { requestedById, apiKeyId }: BulkJob): Promise<Actor | null> {
  if (apiKeyId) return actorOfKey(ctx, apiKeyId)
  const user = await ctx.db.user.findFirst({
    where: { id: requestedById, isActive: true, deletedAt: null },
  })
  if (!user) return null
  const { id, role, mustChangePassword } = user
  return { id, role, mustChangePassword, mustAddFactor: mustAddFactor(user, ctx.secondFactors, ctx.now()) }
}

/** Releases the job and queues it again, behind the jobs that wait. */
async function leave(ctx: RequestContext, { id, run }: Run): Promise<void> {
  await ctx.db.bulkJob.updateMany({ where: { id, run }, data: { run: null } })
  await enqueue(ctx, 'work_on_bulk_job', { jobId: id }, { runAt: ctx.now(), key: `bulk:${id}` })
}

/** Returns whether it was this run that ended the job. */
const end = (
  ctx: RequestContext,
  job: Run,
  data: { state: 'finished' | 'failed'; error?: string },
): Promise<boolean> =>
  inTransaction(ctx, async (inside) => {
    const { count } = await inside.db.bulkJob.updateMany({
      where: { id: job.id, run: job.run, state: 'running' },
      data: { ...data, finishedAt: ctx.now() },
    })
    if (count > 0) await alertAssignees(inside, job)
    return count > 0
  })

/** Ends a job that cannot continue. An unexpected error goes on to the log. */
async function giveUp(ctx: RequestContext, job: Run, error: unknown): Promise<void> {
  const isOurs = !(error instanceof Failure)
  const hasEnded = await end(ctx, job, { state: 'failed', error: isOurs ? OURS : error.message })
  if (hasEnded && isOurs) throw error
}
