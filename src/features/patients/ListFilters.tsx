import { useState } from 'react'
import { useQuery } from 'urql'
import { showDay } from '#domain/dates.ts'
import {
  type DateFilter,
  dateFilters,
  MINE,
  type NarrowingFilters,
  narrowingFilters,
  UNASSIGNED,
} from '#domain/patients/filters.ts'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { patientAssignees } from './assignees.ts'
import { firstPage, into, noNarrowing } from './listAddress.ts'
import { fullName, type PatientRow } from './PatientRow.ts'

const FilterDialog = lazy(() => import('./FilterDialog.tsx').then((one) => one.FilterDialog))

/** Opens the dialog with the filters by assignee, dates and days in status. */
export function FilterButton({ query }: { query: URLSearchParams }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="filter" {...onIntent(FilterDialog.load)} onClick={() => setOpen(true)}>
        Filter
      </Button>
      {isOpen && (
        <OnDemand>
          <FilterDialog filters={narrowingFilters(query)} onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  )
}

/** The filters in the URL as chips. Pressing one removes it. */
export function FilterChips({ query, patient }: { query: URLSearchParams; patient: PatientRow | undefined }) {
  const filters = narrowingFilters(query)
  const assignee = useAssigneeName(filters, patient)
  const chips = [
    ...(assignee ? [{ text: assignee, names: ['assignedAttorney'] }] : []),
    ...dateFilters.flatMap((one) => {
      const text = periodText(one, filters)
      return text ? [{ text, names: [one.from, one.to] }] : []
    }),
    ...(filters.minDaysInStatus
      ? [{ text: `In status for ${filters.minDaysInStatus}+ days`, names: ['minDaysInStatus'] }]
      : []),
    ...(filters.needsReview ? [{ text: 'Needs review', names: ['needsReview'] }] : []),
  ]
  if (chips.length === 0) return null
  return (
    <Chips label="Active filters">
      {chips.map(({ text, names }) => (
        <Chip
          key={text}
          {...into(query, { ...firstPage, ...Object.fromEntries(names.map((name) => [name, null])) })}
          aria-label={`Remove filter: ${text}`}
        >
          {text}
          <Icon name="close" size="small" />
        </Chip>
      ))}
      {chips.length > 1 && <Chip {...into(query, { ...firstPage, ...noNarrowing })}>Clear Filters</Chip>}
    </Chips>
  )
}

/** The filter by assignee in words. The first row has the name before the list of users is loaded. */
function useAssigneeName(
  { assignedAttorney }: NarrowingFilters,
  patient: PatientRow | undefined,
): string | null {
  const onRow = patient?.assignedAttorney?.id === assignedAttorney ? patient?.assignedAttorney : undefined
  const isNamed = Boolean(assignedAttorney) && assignedAttorney !== MINE && assignedAttorney !== UNASSIGNED
  const [{ data }] = useQuery({ query: patientAssignees, pause: !isNamed || onRow !== undefined })
  if (!assignedAttorney) return null
  if (assignedAttorney === MINE) return 'Assigned to me'
  if (assignedAttorney === UNASSIGNED) return 'Unassigned'
  const user = onRow ?? data?.assignableUsers.find(({ id }) => id === assignedAttorney)
  return user ? `Assigned to ${fullName(user)}` : 'Assigned to one user'
}

/** 'Created Nov 1, 2026 to Nov 7, 2026', or with one end open. */
function periodText({ label, from, to }: DateFilter, filters: NarrowingFilters): string | null {
  const [first, last] = [filters[from], filters[to]]
  if (first && first === last) return `${label} on ${showDay(first)}`
  if (first && last) return `${label} ${showDay(first)} to ${showDay(last)}`
  if (first) return `${label} since ${showDay(first)}`
  return last ? `${label} until ${showDay(last)}` : null
}
