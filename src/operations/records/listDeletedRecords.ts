import type { PatientRecord } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs, SortColumn } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'
import { chartOf, type RecordSelection } from './recordAccess.ts'

const lastDeletedFirst: readonly SortColumn[] = [
  { field: 'deletedAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

/** Returns a patient's deleted records, last deleted first; only for administrators, who can restore them. */
export const listDeletedRecords = (
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
  selection: RecordSelection = {},
): Promise<Page<PatientRecord>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_record',
    order: lastDeletedFirst,
    filters: ['deleted'],
    permit: (inside, patient) =>
      authorize(inside, 'record.listDeleted', chartOf(inside, patient), {
        resourceType: 'patient',
        resourceId: patientId,
      }),
    read: ({ db }, { where, ...query }) =>
      db.patientRecord.findMany({
        ...selection,
        ...query,
        where: { AND: [{ deletedAt: { not: null } }, where] },
      }),
  })
