import type { BulkJob, BulkJobRow } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { countsOf, tellSuccessor } from '../users/transferWork.ts'
import { type AssignmentChoices, assigneeOf } from './assignPatients.ts'

/**
 * Alerts those who got patients, work or tasks by a job that has ended: one alert for all of the same kind, not one per patient. In
 * the transaction that ends the job.
 */
export async function alertAssignees(ctx: RequestContext, job: BulkJob): Promise<void> {
  if (job.kind !== 'assign' && job.kind !== 'add_task') return
  const rows = await ctx.db.bulkJobRow.findMany({ where: { jobId: job.id, outcome: 'done' } })
  if (job.kind === 'assign') await alertAssigned(ctx, job, rows)
  else await alertTasks(ctx, job, rows)
}

async function alertTasks(ctx: RequestContext, job: BulkJob, rows: readonly BulkJobRow[]): Promise<void> {
  const [first, ...others] = rows
  if (!first) return
  const { title, assignedTo } = job.choices as { title: string; assignedTo: string }
  await sendAlert(ctx, 'task_assigned', {
    ...{ title, count: rows.length, patientId: others.length > 0 ? null : first.patientId },
    ...{ users: [assignedTo], except: [job.requestedById] },
  })
}

/** In a job that undoes another, each patient goes from the assignee back to their former one. */
async function alertAssigned(ctx: RequestContext, job: BulkJob, rows: readonly BulkJobRow[]): Promise<void> {
  const assigneeId = assigneeOf(job.choices as AssignmentChoices)
  const [from, to] = job.undoesId
    ? [() => assigneeId, (row: BulkJobRow) => row.formerId]
    : [(row: BulkJobRow) => row.formerId, () => assigneeId]
  for (const [toId, theirs] of Map.groupBy(rows, to)) {
    if (toId === null) continue
    await alertPatients(ctx, toId, theirs)
    for (const [fromId, work] of Map.groupBy(theirs, from)) {
      if (fromId === null) continue
      const all = {
        taskIds: work.flatMap(({ taskIds }) => taskIds),
        appointmentIds: work.flatMap(({ appointmentIds }) => appointmentIds),
      }
      await tellSuccessor(ctx, fromId, toId, countsOf(all))
    }
  }
}

async function alertPatients(
  ctx: RequestContext,
  userId: string,
  rows: readonly BulkJobRow[],
): Promise<void> {
  const [first, ...others] = rows
  if (!first) return
  if (others.length > 0) return sendAlert(ctx, 'patient_assigned', { assigned: rows.length, users: [userId] })
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: first.patientId } })
  return sendAlert(ctx, 'patient_assigned', { patient })
}
