import { bulkJobInput } from '#domain/bulkJobs/inputs.ts'
import { Failure } from '#domain/errors.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { alertAssignees } from './alertAssignees.ts'
import { bulkJobForUpdate } from './visibleBulkJob.ts'

/** Ends a running job before the next patient. Patients who are done stay so. */
export const cancelBulkJob = operation(bulkJobInput, async (ctx, { bulkJobId }) => {
  authorize(ctx, 'bulkJob.cancel')
  const job = await bulkJobForUpdate(ctx, bulkJobId)
  const { id, state } = job
  if (state !== 'running') throw new Failure('conflict', 'This action has already ended')
  const cancelled = await ctx.db.bulkJob.update({
    where: { id },
    data: { state: 'cancelled', finishedAt: ctx.now() },
  })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'bulk_job',
    resourceId: id,
    details: { fields: ['state'], state: 'cancelled' },
  })
  await alertAssignees(ctx, job)
  return cancelled
})
