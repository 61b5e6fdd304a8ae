import { BULK, type BulkJobKind } from '#domain/bulkJobs/bulkJob.ts'
import type { BulkSelection } from '#domain/bulkJobs/inputs.ts'
import { Failure } from '#domain/errors.ts'
import type { BulkJob, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { invalid } from '../operation.ts'
import { matchingPatients, type PatientFilters } from '../patients/patientFilters.ts'
import { patientsVisibleTo, visiblePatient } from '../patients/visiblePatient.ts'

/** A patient of a new job. An undo knows whom to assign the patient to again. */
type NewRow = { patientId: string; formerId?: string | null }

type NewJob = {
  kind: BulkJobKind
  rows: readonly NewRow[]
  choices: Prisma.InputJsonObject
  undoesId?: string
}

const RUNNING = 'Another action of yours on several patients is still running. Wait until it finishes.'

/**
 * Creates a bulk job and queues it in the same transaction. Throws `conflict` while another job of the user runs, and
 * `rate_limited` above the limit of patients per hour.
 */
export async function createBulkJob(
  ctx: OperationContext,
  { kind, rows, choices, undoesId }: NewJob,
): Promise<BulkJob> {
  await limitRows(ctx, rows.length)
  const job = await ctx.db.bulkJob
    .create({
      data: {
        kind,
        choices,
        undoesId: undoesId ?? null,
        rowsTotal: rows.length,
        requestedById: ctx.actor.id,
        apiKeyId: ctx.actor.key?.id ?? null,
        createdAt: ctx.now(),
      },
    })
    .catch((error: unknown) => {
      throw ctx.uniqueConflict(error) ? new Failure('conflict', RUNNING) : error
    })
  await ctx.db.$executeRaw`
    INSERT INTO bulk_job_rows (job_id, position, patient_id, former)
    SELECT ${job.id}::uuid, place - 1, patient_id, former
      FROM unnest(${rows.map(({ patientId }) => patientId)}::uuid[],
        ${rows.map(({ formerId }) => formerId ?? null)}::uuid[]) WITH ORDINALITY AS wanted (patient_id, former, place)`
  await enqueue(ctx, 'work_on_bulk_job', { jobId: job.id }, { runAt: ctx.now(), key: `bulk:${job.id}` })
  await audit(ctx, {
    action: 'created',
    resourceType: 'bulk_job',
    resourceId: job.id,
    details: { kind, count: rows.length },
    patientIds: rows.map(({ patientId }) => patientId),
  })
  return job
}

/** The selected patients: `not_found` if none of them is visible, `invalid` if a filter matches none or too many. */
export const selectedPatients = (
  ctx: OperationContext,
  { patientIds, filter }: BulkSelection,
): Promise<NewRow[]> =>
  patientIds ? patientsByIds(ctx, patientIds) : patientsByFilter(ctx, filter ?? { search: null })

/** Invisible patients stay, so that the result can say that they were not found. */
async function patientsByIds(ctx: OperationContext, patientIds: readonly string[]): Promise<NewRow[]> {
  const ids = [...new Set(patientIds.map((id) => id.toLowerCase()))]
  const visible = await ctx.db.patient.findFirst({
    where: { AND: [{ id: { in: ids } }, patientsVisibleTo(ctx)] },
    select: { id: true },
  })
  if (!visible) await visiblePatient(ctx, ids[0] ?? '')
  return ids.map((patientId) => ({ patientId }))
}

async function patientsByFilter(ctx: OperationContext, filter: PatientFilters): Promise<NewRow[]> {
  const found = await ctx.db.patient.findMany({
    where: matchingPatients(ctx, filter),
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: BULK.patients + 1,
  })
  const most = BULK.patients.toLocaleString('en-US')
  if (found.length > BULK.patients)
    throw invalid({ selection: `More than ${most} patients match. Narrow the filter.` })
  if (found.length === 0) throw invalid({ selection: 'No patients match this filter anymore' })
  return found.map(({ id: patientId }) => ({ patientId }))
}

const HOUR_MS = 3_600_000

/** One request can start a thousand actions, so the limit of requests per minute alone would not bound them. */
async function limitRows({ db, actor, now }: OperationContext, rows: number): Promise<void> {
  const recent = { requestedById: actor.id, createdAt: { gt: new Date(now().getTime() - HOUR_MS) } }
  const { _sum, _min } = await db.bulkJob.aggregate({
    where: recent,
    _sum: { rowsTotal: true },
    _min: { createdAt: true },
  })
  if ((_sum.rowsTotal ?? 0) + rows <= BULK.patientsPerHour || !_min.createdAt) return
  const retryAfter = Math.ceil((_min.createdAt.getTime() + HOUR_MS - now().getTime()) / 1000)
  const most = BULK.patientsPerHour.toLocaleString('en-US')
  throw new Failure(
    'rate_limited',
    `You can change at most ${most} patients an hour in bulk. Try again later.`,
    {
      retryAfter: Math.max(1, retryAfter),
    },
  )
}
