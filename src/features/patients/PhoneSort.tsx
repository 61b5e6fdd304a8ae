import { changeAddress } from '#client/address.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { firstPage } from './listAddress.ts'
import { phoneSort } from './PatientTable.css.ts'

/** The column headers sort the list on wide screens. These are their orders, in words. */
const orders = [
  { id: 'created desc', label: 'Newest first' },
  { id: 'in_step desc', label: 'Latest change first' },
  { id: 'in_step asc', label: 'Longest wait first' },
  { id: 'name asc', label: 'Name, A to Z' },
  { id: 'name desc', label: 'Name, Z to A' },
  { id: 'created asc', label: 'Oldest first' },
]

/** Sorts the patient list on a phone, where the cards have no column headers. */
export function PhoneSort({ query }: { query: URLSearchParams }) {
  const current = `${query.get('sort') ?? 'created'} ${query.get('direction') ?? ''}`.trim()
  const shown = orders.find(({ id }) => id === current || id.startsWith(`${current} `)) ?? orders[0]
  return (
    <div className={phoneSort}>
      <NativeSelect
        label="Sort By"
        size="small"
        value={shown?.id}
        options={orders}
        onChange={({ currentTarget }) => {
          const [sort = null, direction = null] = currentTarget.value.split(' ')
          changeAddress({ ...firstPage, sort, direction })
        }}
      />
    </div>
  )
}
