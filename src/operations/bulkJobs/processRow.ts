import type { BulkJobKind } from '#domain/bulkJobs/bulkJob.ts'
import { Failure } from '#domain/errors.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import type { BulkJob, BulkJobRow } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { changeAssignee } from '../patients/reassignPatient.ts'
import { patientForUpdate, visiblePatient } from '../patients/visiblePatient.ts'
import { createTaskWithoutAlert, newTaskInput } from '../tasks/addTask.ts'
import { type TransferredWork, transferOpenWork } from '../users/transferWork.ts'
import { type AssignmentChoices, assigneeOf } from './assignPatients.ts'

/** Thrown when the job was cancelled or another run took it over. */
export class CalledOff extends Error {}

/** A job that a run has claimed. */
export type Run = BulkJob & { run: string }

/** The result of a row: why it was skipped, or what Undo needs. */
type Result = { failure?: Failure; formerId?: string | null; transferred?: TransferredWork }

type Work = (ctx: OperationContext, job: Run, row: BulkJobRow) => Promise<Result>

/**
 * Runs the action for one patient and records the result, which also moves the job to the next row. Returns the
 * `Failure` of a skipped row.
 */
export const processRow = (ctx: OperationContext, job: Run, row: BulkJobRow): Promise<Failure | undefined> =>
  job.kind === 'send_consent' ? sendAndRecord(ctx, job, row) : actAndRecord(ctx, job, row, works[job.kind])

/** In one transaction, so that the action happens exactly if its result is recorded. */
const actAndRecord = (ctx: OperationContext, job: Run, row: BulkJobRow, work: Work) =>
  inTransaction(ctx, async (inside) => {
    await holdRow(inside, job, row)
    // A refused action rolls back to its own savepoint.
    const result = await attempt(() => inTransaction(inside, (own) => work(own, job, row)))
    return record(inside, job, row, result)
  })

/** The provider is called between two transactions. The first one leaves a mark, which a later run understands. */
async function sendAndRecord(ctx: OperationContext, job: Run, row: BulkJobRow) {
  await inTransaction(ctx, async (inside) => {
    await holdRow(inside, job, row)
    await inside.db.bulkJobRow.update({ where: keyOf(row), data: { startedAt: row.startedAt ?? ctx.now() } })
  })
  const result = await attempt(async () => {
    if (await wasSent(ctx, row)) return {}
    await refuseDeceased(ctx, row)
    await sendConsent(ctx, { ...(job.choices as object), patientId: row.patientId })
    return {}
  })
  return inTransaction(ctx, async (inside) => {
    await holdRow(inside, job, row)
    return record(inside, job, row, result)
  })
}

/** The form of a patient who has died goes to a representative, whose address staff enter in the chart. */
async function refuseDeceased(ctx: OperationContext, { patientId }: BulkJobRow): Promise<void> {
  const { dateOfDeath } = await visiblePatient(ctx, patientId)
  if (dateOfDeath)
    throw new Failure(
      'conflict',
      'The patient has died. Send the form from the chart, to the representative.',
    )
}

/** Whether a run that crashed has sent this row's request. One that it did not complete is settled by its own job. */
async function wasSent({ db, actor }: OperationContext, row: BulkJobRow): Promise<boolean> {
  if (!row.startedAt) return false
  const request = await db.consentRequest.findFirst({
    where: { patientId: row.patientId, sentById: actor.id, createdAt: { gte: row.startedAt } },
    select: { id: true },
  })
  return request !== null
}

const assign: Work = async (ctx, job, row) => {
  const choices = job.choices as AssignmentChoices
  const wanted = assigneeOf(choices)
  const { assignedAttorneyId: current } = await patientForUpdate(ctx, row.patientId)
  if (job.undoesId) {
    if (current !== wanted) throw new Failure('conflict', 'Assigned to someone else in the meantime')
    return giveBack(ctx, job.undoesId, row, wanted)
  }
  if (current === wanted)
    throw new Failure('conflict', wanted ? 'Already assigned to this user' : 'Already unassigned')
  return changeAssignee(ctx, { ...choices, patientId: row.patientId })
}

/** Returns the transferred tasks and appointments, too, except those that were finished or reassigned in the meantime. */
async function giveBack(
  ctx: OperationContext,
  jobId: string,
  { patientId, formerId }: BulkJobRow,
  assigneeId: string | null,
): Promise<Result> {
  await changeAssignee(ctx, { patientId, assignedAttorney: formerId ?? UNASSIGNED })
  if (!formerId || !assigneeId) return {}
  const only = await ctx.db.bulkJobRow.findFirstOrThrow({ where: { jobId, patientId } })
  return { transferred: await transferOpenWork(ctx, assigneeId, formerId, { patientId, only }) }
}

const works: Record<Exclude<BulkJobKind, 'send_consent'>, Work> = {
  assign,
  add_task: async (ctx, { choices }, { patientId }) => {
    await createTaskWithoutAlert(ctx, parse(newTaskInput, { ...(choices as object), patientId }), 'pending')
    return {}
  },
  // The table is read when it is downloaded, again only of visible patients.
  export: async (ctx, _job, { patientId }) => {
    await visiblePatient(ctx, patientId)
    return {}
  },
}

async function attempt(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof Failure) return { failure }
    throw failure
  }
}

/** Locks the job until the transaction ends. Throws `CalledOff` if it was cancelled or another run works on it. */
async function holdRow(ctx: OperationContext, { id, run }: Run, { position }: BulkJobRow): Promise<void> {
  const count = await ctx.db.$executeRaw`
    UPDATE bulk_jobs SET seen_at = ${ctx.now()}
      WHERE id = ${id}::uuid AND run = ${run}::uuid AND state = 'running' AND done + skipped = ${position}`
  if (count === 0) throw new CalledOff()
}

async function record(ctx: OperationContext, job: Run, row: BulkJobRow, result: Result) {
  const { failure, formerId, transferred } = result
  await ctx.db.bulkJobRow.update({
    where: keyOf(row),
    data: failure
      ? { outcome: 'skipped', reason: failure.message }
      : { outcome: 'done', ...(formerId !== undefined && { formerId }), ...transferred },
  })
  const counter = failure ? 'skipped' : 'done'
  await ctx.db.bulkJob.update({ where: { id: job.id }, data: { [counter]: { increment: 1 } } })
  if (failure && ['forbidden', 'not_found'].includes(failure.code))
    await audit(ctx, {
      action: 'denied',
      resourceType: 'patient',
      resourceId: row.patientId,
      patientId: row.patientId,
      details: { code: failure.code, bulkJob: job.id },
    })
  return failure
}

const keyOf = ({ jobId, position }: BulkJobRow) => ({ jobId_position: { jobId, position } })
