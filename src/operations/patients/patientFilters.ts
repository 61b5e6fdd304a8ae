import type * as z from 'zod/mini'
import { addDays, clinicDay, endOfDay, startOfDay } from '#domain/dates.ts'
import { dateFilters, isNarrowed, MINE, UNASSIGNED } from '#domain/patients/filters.ts'
import type { patientFilterInput, patientListInput } from '#domain/patients/inputs.ts'
import { patientSearchWords } from '#domain/patients/patientSearch.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { escapeLike } from '../escapeLike.ts'
import type { Parameters } from '../sqlParameters.ts'
import { patientColumns } from './patientColumns.ts'
import { isVisibleSql, patientsVisibleTo } from './visiblePatient.ts'

/** The parsed filters of the patient list. */
export type PatientFilters = z.output<typeof patientFilterInput> &
  Pick<z.output<typeof patientListInput>, 'updatedSince'>

/** Whether matches must be counted, because the maintained counters know only the statuses. */
export const isCounted = (filters: PatientFilters): boolean =>
  Boolean(filters.search || filters.updatedSince) || isNarrowed(filters)

/** The filter for patients that are visible to the actor and match the list's filters. */
export function matchingPatients(ctx: OperationContext, filters: PatientFilters): Prisma.PatientWhereInput {
  const assignedAttorneyId = assigneeOf(ctx, filters)
  const conditions: Prisma.PatientWhereInput[] = [
    ...patientSearchWords(filters.search ?? '').map((word) => ({
      searchText: { contains: escapeLike(word) },
    })),
    ...(assignedAttorneyId === undefined ? [] : [{ assignedAttorneyId }]),
    ...(filters.needsReview ? [{ reviewRequestId: { not: null } }] : []),
    ...boundsOf(ctx, filters).map(({ field, comparison, at }) => ({ [field]: { [comparison]: at } })),
  ]
  return {
    ...patientsVisibleTo(ctx),
    status: filters.status ?? { not: 'dropped' },
    ...(conditions.length > 0 && { AND: conditions }),
  }
}

/** The same filter in SQL, for `patients AS patient`. */
export function matchingSql(ctx: OperationContext, filters: PatientFilters, add: Parameters['add']): string {
  const { status, search } = filters
  const assignee = assigneeOf(ctx, filters)
  return [
    `(${isVisibleSql(ctx, add)})`,
    status ? `patient.status = '${status}'` : "patient.status <> 'dropped'",
    ...patientSearchWords(search ?? '').map(
      (word) => `patient.search_text LIKE ${add(`%${escapeLike(word)}%`, 'text')}`,
    ),
    ...(assignee === undefined
      ? []
      : [`patient.assigned_attorney ${assignee === null ? 'IS NULL' : `= ${add(assignee, 'uuid')}`}`]),
    ...(filters.needsReview ? ['patient.review_request_id IS NOT NULL'] : []),
    ...boundsOf(ctx, filters).map(
      ({ field, comparison, at }) =>
        `patient.${patientColumns[field]} ${signs[comparison]} ${add(at, 'timestamptz')}`,
    ),
  ].join(' AND ')
}

const signs = { gte: '>=', lt: '<' } as const

type Bound = {
  field: (typeof dateFilters)[number]['field'] | 'updatedAt'
  comparison: keyof typeof signs
  at: Date
}

/** The filters by time as instants. Days are in the clinic's time zone. */
function boundsOf({ timeZone, now }: OperationContext, filters: PatientFilters): Bound[] {
  const bounds: Bound[] = []
  for (const { field, from, to } of dateFilters) {
    const [first, last] = [filters[from], filters[to]]
    if (first) bounds.push({ field, comparison: 'gte', at: startOfDay(first, timeZone) })
    if (last) bounds.push({ field, comparison: 'lt', at: endOfDay(last, timeZone) })
  }
  if (filters.updatedSince) bounds.push({ field: 'updatedAt', comparison: 'gte', at: filters.updatedSince })
  const days = filters.minDaysInStatus
  if (days) {
    const last = addDays(clinicDay(now(), timeZone), -days)
    bounds.push({ field: 'statusSince', comparison: 'lt', at: endOfDay(last, timeZone) })
  }
  return bounds
}

/** No user has this ID. */
const NO_USER = '00000000-0000-0000-0000-000000000000'

/** The assignee to look for: `null` for unassigned patients, `undefined` for any. A malformed ID matches no patient. */
function assigneeOf({ actor }: OperationContext, { assignedAttorney }: PatientFilters) {
  if (!assignedAttorney) return undefined
  if (assignedAttorney === UNASSIGNED) return null
  if (assignedAttorney === MINE) return actor.id
  return isUuid(assignedAttorney) ? assignedAttorney : NO_USER
}
