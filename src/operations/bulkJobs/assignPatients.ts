import type * as z from 'zod/mini'
import { assignPatientsInput } from '#domain/bulkJobs/inputs.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { refuseWorkForNobody } from '../patients/reassignPatient.ts'
import { assignable } from '../users/assignableUsers.ts'
import { createBulkJob, selectedPatients } from './createBulkJob.ts'

/** The choices for the whole job, which are stored with it. */
export type AssignmentChoices = Pick<
  z.output<typeof assignPatientsInput>,
  'assignedAttorney' | 'transfersWork'
>

/** The ID of the new assignee; `null` if the patients become unassigned. */
export const assigneeOf = ({ assignedAttorney }: AssignmentChoices): string | null =>
  assignedAttorney === UNASSIGNED ? null : assignedAttorney

/** Starts to assign several patients to a user, or to no one for 'none', as `reassignPatient` does for one. */
export const assignPatients = operation(
  assignPatientsInput,
  async (ctx, { selection, assignedAttorney, transfersWork = null }) => {
    authorize(ctx, 'patient.reassign')
    refuseWorkForNobody(assignedAttorney, transfersWork)
    if (assignedAttorney !== UNASSIGNED) await assignable(ctx, assignedAttorney)
    const rows = await selectedPatients(ctx, selection)
    return createBulkJob(ctx, { kind: 'assign', rows, choices: { assignedAttorney, transfersWork } })
  },
)
