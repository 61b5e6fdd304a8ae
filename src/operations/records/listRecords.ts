import type { Patient, PatientRecord } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs, SortColumn } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'
import { closingFor, onChart, type RecordSelection, requireRecordAccess } from './recordAccess.ts'

/** Sorts rows by creation time, newest first. */
export const newestFirst: readonly SortColumn[] = [
  { field: 'createdAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

/** Whether no signed form covers any record for the actor. The list is empty then, while each file says why it is closed. */
const isUncovered = (ctx: Parameters<typeof closingFor>[0], patient: Patient): boolean => {
  const closing = ctx.actor.role === 'attorney' && closingFor(ctx, patient)
  return closing === 'not_signed' || closing === 'not_named' || closing === 'under_review'
}

/**
 * Returns a patient's records that are covered for the actor, newest first. Throws for an attorney after the consent was
 * revoked or has expired.
 */
export const listRecords = (
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
  selection: RecordSelection = {},
): Promise<Page<PatientRecord>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_record',
    permit: (inside, patient) => {
      if (!isUncovered(inside, patient))
        requireRecordAccess(inside, patient, { resourceType: 'patient', resourceId: patientId })
    },
    read: async ({ db, ...inside }, { where, ...query }, patient) =>
      isUncovered(inside, patient)
        ? []
        : db.patientRecord.findMany({ ...selection, ...query, where: { AND: [onChart, where] } }),
  })
