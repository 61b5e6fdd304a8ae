import { isDay } from '../isDay.ts'

/** As the assignee: the user who asks. It lets a shared view show each user their own patients. */
export const MINE = 'me'
/** As the assignee: no user (SPEC section 7). */
export const UNASSIGNED = 'none'

/** The filters by date: the field they compare, and their parameters in the URL, GraphQL and REST. */
export const dateFilters = [
  { field: 'createdAt', from: 'createdFrom', to: 'createdTo', label: 'Created' },
  { field: 'consentSignedAt', from: 'consentSignedFrom', to: 'consentSignedTo', label: 'Consent Signed' },
  { field: 'statusSince', from: 'statusChangedFrom', to: 'statusChangedTo', label: 'Status Changed' },
] as const
export type DateFilter = (typeof dateFilters)[number]
export type DateFilterName = DateFilter['from'] | DateFilter['to']

/** Ten years, longer than any patient waits. */
export const DAYS_IN_STATUS_MAX = 3650

/** The filters that narrow the list in addition to status and search. Empty ones are left out. */
export type NarrowingFilters = {
  assignedAttorney?: string | null | undefined
  minDaysInStatus?: number | null | undefined
  /** `true` for patients whose signed form waits for a review. */
  needsReview?: boolean | null | undefined
} & Partial<Record<DateFilterName, string | null | undefined>>

const dateNames = dateFilters.flatMap(({ from, to }): DateFilterName[] => [from, to])

/** The parameters of these filters, in the URL and everywhere else. */
export const narrowingNames: readonly (keyof NarrowingFilters)[] = [
  'assignedAttorney',
  ...dateNames,
  'minDaysInStatus',
  'needsReview',
]

/** Whether the list has any of these filters. */
export const isNarrowed = (filters: NarrowingFilters): boolean =>
  narrowingNames.some((name) => Boolean(filters[name]))

/** The filters of a URL. Unknown values are ignored, so that old links still work. */
export function narrowingFilters(query: URLSearchParams): NarrowingFilters {
  const assignedAttorney = query.get('assignedAttorney')
  const days = Number(query.get('minDaysInStatus') ?? '')
  return {
    ...(assignedAttorney && { assignedAttorney }),
    ...Object.fromEntries(
      dateNames.flatMap((name) => {
        const day = query.get(name)
        return day && isDay(day) ? [[name, day]] : []
      }),
    ),
    ...(Number.isInteger(days) && days >= 1 && days <= DAYS_IN_STATUS_MAX && { minDaysInStatus: days }),
    ...(query.get('needsReview') === 'true' && { needsReview: true }),
  }
}
