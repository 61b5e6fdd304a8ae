import { bulkJobInput } from '#domain/bulkJobs/inputs.ts'
import { Failure } from '#domain/errors.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { createBulkJob } from './createBulkJob.ts'
import { bulkJobForUpdate } from './visibleBulkJob.ts'

/**
 * Starts to give the patients of an ended assignment back to their former assignees, once, with the work that followed them. Patients
 * who were reassigned in the meantime are skipped. Throws `conflict` if there is nothing to undo.
 */
export const undoBulkJob = operation(bulkJobInput, async (ctx, { bulkJobId }) => {
  authorize(ctx, 'patient.reassign')
  const job = await bulkJobForUpdate(ctx, bulkJobId)
  if (job.kind !== 'assign' || job.undoesId) throw new Failure('conflict', 'This action cannot be undone')
  if (job.state === 'running') throw new Failure('conflict', 'Wait until the action has finished')
  const undone = await ctx.db.bulkJob.findUnique({ where: { undoesId: job.id }, select: { id: true } })
  if (undone) throw new Failure('conflict', 'This action was already undone')
  const rows = await ctx.db.bulkJobRow.findMany({
    where: { jobId: job.id, outcome: 'done' },
    orderBy: { position: 'asc' },
    select: { patientId: true, formerId: true },
  })
  if (rows.length === 0) throw new Failure('conflict', 'There is nothing to undo')
  return createBulkJob(ctx, { kind: 'assign', rows, choices: job.choices as object, undoesId: job.id })
})
