import { useEffect, useRef } from 'react'
import { changeAddress } from '#client/address.ts'
import { SearchField } from '#ui/SearchField.tsx'

/** Milliseconds without typing before the search starts. */
const PAUSE = 250

/** Searches users while typing. The search is kept in the URL under its own parameter name. */
export function FindUsers({ query }: { query: URLSearchParams }) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = query.get('find') ?? ''

  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = searched
  }, [searched])

  const search = () =>
    changeAddress({ find: field.current?.value.trim() || null, after: null, before: null }, { replace: true })

  return (
    <SearchField
      ref={field}
      label="Search users..."
      defaultValue={searched}
      maxLength={200}
      onChange={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(search, PAUSE)
      }}
    />
  )
}
