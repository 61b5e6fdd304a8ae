import type { PatientRecord } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs, SortColumn } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'
import { onChart, type RecordSelection, requireRecordAccess } from './recordAccess.ts'

/** Sorts rows by creation time, newest first. */
export const newestFirst: readonly SortColumn[] = [
  { field: 'createdAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

/** Returns a patient's records, newest first. Throws for an attorney after the consent was revoked. */
export const listRecords = (
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
  selection: RecordSelection = {},
): Promise<Page<PatientRecord>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_record',
    permit: (inside, patient) =>
      requireRecordAccess(inside, patient, { resourceType: 'patient', resourceId: patientId }),
    read: ({ db }, { where, ...query }) =>
      db.patientRecord.findMany({ ...selection, ...query, where: { AND: [onChart, where] } }),
  })
