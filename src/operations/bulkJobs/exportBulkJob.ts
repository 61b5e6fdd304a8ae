import { Failure } from '#domain/errors.ts'
import type { OperationContext } from '../context.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'
import { patientTable } from '../reports/exportPatients.ts'
import { exportPart, type PartArgs, type ReportPart } from '../reports/part.ts'
import { visibleBulkJob } from './visibleBulkJob.ts'

/**
 * A part of the table of an export job: its patients who are visible to the actor now. The export is recorded. Throws
 * `conflict` until the job has finished, and for other jobs.
 */
export async function exportBulkJob(ctx: OperationContext, id: string, part: PartArgs): Promise<ReportPart> {
  const job = await visibleBulkJob(ctx, id)
  if (job.kind !== 'export') throw new Failure('conflict', 'This action is not an export')
  if (job.state !== 'finished') throw new Failure('conflict', 'This export has not finished')
  const rows = await ctx.db.bulkJobRow.findMany({
    where: { jobId: job.id, outcome: 'done' },
    select: { patientId: true },
  })
  const ids = rows.map(({ patientId }) => patientId)
  return exportPart(
    ctx,
    { bulkJob: job.id },
    {
      ...patientTable,
      find: (inside, { where, ...query }) =>
        inside.db.patient.findMany({
          ...query,
          where: { AND: [{ id: { in: ids } }, patientsVisibleTo(inside), where] },
          select: { id: true, createdAt: true },
        }),
    },
    part,
  )
}
