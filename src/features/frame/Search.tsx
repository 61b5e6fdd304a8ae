import { useEffect, useRef } from 'react'
import { type AddressChange, changeAddress, useAddressQuery } from '#client/address.ts'
import { setTypedSearch } from '#client/typedSearch.ts'
import { paths } from '#domain/access/screens.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { firstPage, OPEN_ONLY } from '../patients/listAddress.ts'
import { searchForm } from './Search.css.ts'

/** Milliseconds without typing before the search runs. */
const PAUSE = 250

/**
 * Searches while typing on the patient list, and opens that list from other screens. Enter opens the patient if the
 * search finds only one. Without JavaScript it is a plain form.
 */
export function Search({ initialQuery, isPatientList }: { initialQuery: string; isPatientList: boolean }) {
  const query = useAddressQuery(initialQuery)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = query.get('search') ?? ''

  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = searched
  }, [searched])

  function search(change: AddressChange = {}): void {
    clearTimeout(timer.current)
    changeAddress(
      { ...firstPage, search: field.current?.value.trim() || null, patient: null, ...change },
      { replace: true },
    )
    setTypedSearch(null)
  }

  return (
    <form
      role="search"
      action={paths.patients}
      className={searchForm}
      onSubmit={(event) => {
        if (!isPatientList) return
        event.preventDefault()
        search({ [OPEN_ONLY]: 'yes' })
      }}
    >
      <SearchField
        ref={field}
        name="search"
        label="Search patients..."
        shortcut="/"
        defaultValue={searched}
        maxLength={200}
        onChange={() => {
          if (!isPatientList) return
          setTypedSearch(field.current?.value ?? '')
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(), PAUSE)
        }}
      />
      <input type="hidden" name={OPEN_ONLY} value="yes" />
    </form>
  )
}
