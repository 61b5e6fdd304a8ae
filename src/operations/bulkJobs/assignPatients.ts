import { assignPatientsInput } from '#domain/bulkJobs/inputs.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { assignable } from '../users/assignableUsers.ts'
import { createBulkJob, selectedPatients } from './createBulkJob.ts'

/** Starts to assign several patients to a user, or to no one for 'none', as `reassignPatient` does for one. */
export const assignPatients = operation(assignPatientsInput, async (ctx, { selection, assignedAttorney }) => {
  authorize(ctx, 'patient.reassign')
  if (assignedAttorney !== UNASSIGNED) await assignable(ctx, assignedAttorney)
  const rows = await selectedPatients(ctx, selection)
  return createBulkJob(ctx, { kind: 'assign', rows, choices: { assignedAttorney } })
})
