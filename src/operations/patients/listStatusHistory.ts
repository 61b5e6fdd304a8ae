import { daysBetween } from '#domain/dates.ts'
import type { PatientStatusChange, User } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs, SortColumn } from '../paging.ts'
import { listOfPatient } from './listOfPatient.ts'

/**
 * A patient's time at one status; `days` lasts until the next change, or until now for the current status.
 */
export type StatusStay = PatientStatusChange & { changedBy: User | null; days: number }

/** Returns the page of a patient's past statuses, newest first, with the whole days at each. */
export async function listStatusHistory(
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
): Promise<Page<StatusStay>> {
  const found = await listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_status_change',
    order: lastEntered,
    permit: (inside, patient) =>
      authorize(inside, 'patient.view', patient, { resourceType: 'patient', resourceId: patientId }),
    read: ({ db }, query) => db.patientStatusChange.findMany({ ...query, include: { changedBy: true } }),
  })
  return { ...found, rows: await withDays(ctx, found) }
}

const lastEntered: readonly SortColumn[] = [
  { field: 'changedAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

/** A status ends where the row above it begins. Only the first row of a page needs a query for that. */
async function withDays(
  ctx: OperationContext,
  { rows, hasPreviousPage }: Page<Omit<StatusStay, 'days'>>,
): Promise<Page<StatusStay>['rows']> {
  const [newest] = rows
  let until = newest && hasPreviousPage ? await endOf(ctx, newest.node) : ctx.now()
  return rows.map(({ node, cursor }) => {
    const days = daysBetween(node.changedAt, until, ctx.timeZone)
    until = node.changedAt
    return { node: { ...node, days }, cursor }
  })
}

async function endOf(
  { db, now }: OperationContext,
  { id, patientId, changedAt }: PatientStatusChange,
): Promise<Date> {
  const next = await db.patientStatusChange.findFirst({
    where: { patientId, OR: [{ changedAt: { gt: changedAt } }, { changedAt, id: { gt: id } }] },
    orderBy: [{ changedAt: 'asc' }, { id: 'asc' }],
    select: { changedAt: true },
  })
  return next?.changedAt ?? now()
}
