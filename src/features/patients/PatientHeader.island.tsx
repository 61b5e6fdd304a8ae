import { lazy, useEffect, useRef, useState } from 'react'
import { changeAddress, useAddressQuery } from '#client/address.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { toast } from '#client/toast.ts'
import { can } from '#domain/access/policy.ts'
import { paths } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { OnDemand } from '#ui/OnDemand.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { firstPage } from './listAddress.ts'
import { searchForm } from './PatientHeader.css.ts'

const loadAddPatient = () => import('./AddPatientDialog.tsx')
const AddPatient = lazy(() => loadAddPatient().then((one) => ({ default: one.AddPatientDialog })))

type Props = { frame: Frame; initialQuery: string; isPatientList: boolean }

/** Search and "Add Patient" in the header, and the page's place for toasts. */
export function PatientHeader({ frame, initialQuery, isPatientList }: Props) {
  const [isAdding, setAdding] = useState(false)
  useEffect(() => toast.showCarried(), [])
  return (
    <Island frame={frame}>
      <Search initialQuery={initialQuery} isPatientList={isPatientList} />
      {can(frame.viewer, 'patient.add') && (
        <Button
          variant="primary"
          icon="plus"
          isIconOnPhone
          {...onIntent(loadAddPatient)}
          onClick={() => setAdding(true)}
        >
          Add Patient
        </Button>
      )}
      {isAdding && (
        <OnDemand>
          <AddPatient onClose={() => setAdding(false)} />
        </OnDemand>
      )}
      <Toasts />
    </Island>
  )
}

/** Milliseconds of rest after which what was typed is searched for. */
const PAUSE = 250

/** Searches as one types on the patient list, and goes there from everywhere else; without script it is a plain form. */
function Search({ initialQuery, isPatientList }: Pick<Props, 'initialQuery' | 'isPatientList'>) {
  const query = useAddressQuery(initialQuery)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = query.get('search') ?? ''

  useSlashKey(() => field.current?.focus())
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = searched
  }, [searched])

  function search(): void {
    clearTimeout(timer.current)
    changeAddress(
      { ...firstPage, search: field.current?.value.trim() || null, patient: null },
      { replace: true },
    )
  }

  return (
    <form
      role="search"
      action={paths.patients}
      className={searchForm}
      onSubmit={(event) => {
        if (!isPatientList) return
        event.preventDefault()
        search()
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
          clearTimeout(timer.current)
          timer.current = setTimeout(search, PAUSE)
        }}
      />
    </form>
  )
}

function useSlashKey(focus: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest(
        'input, textarea, select, [contenteditable], [role=dialog]',
      )
      if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey || event.altKey) return
      event.preventDefault()
      focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [focus])
}
