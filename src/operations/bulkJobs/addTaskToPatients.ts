import { addTaskToPatientsInput } from '#domain/bulkJobs/inputs.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { createBulkJob, selectedPatients } from './createBulkJob.ts'

/** Starts to add the same task to several patients, as `addTask` does for one. */
export const addTaskToPatients = operation(addTaskToPatientsInput, async (ctx, { selection, ...task }) => {
  authorize(ctx, 'task.add')
  const rows = await selectedPatients(ctx, selection)
  const { title, assignedTo, priority, description = null, dueDate = null } = task
  return createBulkJob(ctx, {
    ...{ kind: 'add_task', rows },
    choices: { title, assignedTo, priority, description, dueDate },
  })
})
