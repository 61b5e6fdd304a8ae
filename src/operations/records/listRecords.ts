import type { RecordCategory } from '#domain/records/categories.ts'
import type { Patient, PatientRecord } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs, SortColumn } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'
import {
  closingFor,
  onChart,
  openRecords,
  type RecordSelection,
  requireRecordAccess,
} from './recordAccess.ts'

/** Sorts rows by creation time, newest first. */
export const newestFirst: readonly SortColumn[] = [
  { field: 'createdAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

/** Which records to list: of one category, or those without one. */
export type RecordFilter = {
  category?: RecordCategory | null | undefined
  withoutCategory?: boolean | null | undefined
}

/** An attorney's list is empty, not refused, until a form covers something. Each file says why it is closed. */
const isEmptyFor = (ctx: OperationContext, patient: Patient): boolean => {
  const closing = ctx.actor.role === 'attorney' && closingFor(ctx, patient)
  return closing === 'not_signed' || closing === 'not_named' || closing === 'under_review'
}

/**
 * Returns a patient's records that are open to the actor, newest first. Throws for an attorney after the consent was
 * revoked or has expired.
 */
export const listRecords = (
  ctx: OperationContext,
  patientId: string,
  { category, withoutCategory, ...page }: PageArgs & RecordFilter,
  selection: RecordSelection = {},
): Promise<Page<PatientRecord>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_record',
    filters: [...(category ? ['category'] : []), ...(withoutCategory ? ['withoutCategory'] : [])],
    permit: (inside, patient) => {
      if (!isEmptyFor(inside, patient))
        requireRecordAccess(inside, patient, { resourceType: 'patient', resourceId: patientId })
    },
    read: async ({ db, ...inside }, { where, ...query }, patient) => {
      const filters = [
        openRecords(inside, patient),
        category ? { category } : {},
        withoutCategory ? { category: null } : {},
      ]
      return db.patientRecord.findMany({
        ...selection,
        ...query,
        where: { AND: [onChart, ...filters, where] },
      })
    },
  })
