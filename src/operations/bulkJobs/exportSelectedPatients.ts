import { exportSelectedPatientsInput } from '#domain/bulkJobs/inputs.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { createBulkJob, selectedPatients } from './createBulkJob.ts'

/** Starts an export of several patients. When the job has finished, `exportBulkJob` returns the table. */
export const exportSelectedPatients = operation(exportSelectedPatientsInput, async (ctx, { selection }) => {
  authorize(ctx, 'bulkJob.export')
  const rows = await selectedPatients(ctx, selection)
  return createBulkJob(ctx, { kind: 'export', rows, choices: {} })
})
