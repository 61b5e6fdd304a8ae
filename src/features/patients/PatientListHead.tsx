import { naturalDirection, type PatientSort } from '#domain/patients/listing.ts'
import { SelectBox } from '#ui/SelectBox.tsx'
import { HeadCell, SortCell, TableHead } from '#ui/Table.tsx'
import { firstPage, into } from './listAddress.ts'

import { attorney } from './PatientTable.css.ts'
import type { Selection } from './useSelection.ts'

/** The column headers of the patient list, three of which sort it. */
export function PatientListHead({ query, selected }: { query: URLSearchParams; selected: Selection }) {
  const current = (query.get('sort') ?? 'created') as PatientSort
  const direction = query.get('direction') ?? naturalDirection[current]
  const sorting = (sort: PatientSort) => {
    const isCurrent = sort === current
    const next = isCurrent ? (direction === 'asc' ? 'desc' : 'asc') : naturalDirection[sort]
    const { href, onClick } = into(query, { ...firstPage, sort, direction: next })
    const shown = direction === 'asc' ? ('ascending' as const) : ('descending' as const)
    return { href, onSort: onClick, direction: isCurrent ? shown : undefined }
  }
  return (
    <TableHead>
      <SortCell
        {...sorting('name')}
        before={
          <SelectBox
            label="Select all patients on this page"
            place="head"
            isSelected={selected.isPageSelected}
            isPartly={selected.isPartly}
            onSelect={selected.togglePage}
          />
        }
      >
        Patient
      </SortCell>
      <HeadCell phone="hide" isExtra>
        Phone
      </HeadCell>
      <HeadCell phone="hideEarly">
        <span className={attorney}>Attorney</span>
      </HeadCell>
      <HeadCell>Where They Are</HeadCell>
      <SortCell {...sorting('in_step')} phone="hide">
        In Step
      </SortCell>
      <SortCell {...sorting('created')} phone="hide" isExtra>
        Created
      </SortCell>
      <HeadCell label="Actions" />
    </TableHead>
  )
}
