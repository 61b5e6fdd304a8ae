import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useRested } from '#client/useRested.ts'
import { NO_EMAIL } from '#domain/patients/noEmail.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientPickerQuery } from '#generated/graphql.ts'
import { ComboField } from '#ui/ComboField.tsx'
import { fieldKey } from '#ui/formChanges.ts'
import { useRestored } from '#ui/restoredDraft.ts'
import { useDateOfBirth } from '../time/DateOfBirth.tsx'
import { fullName } from './PatientRow.ts'

const patientPicker = graphql(`
  query PatientPicker($search: String) {
    patients(first: 8, search: $search) {
      edges { node { id firstName lastName email dateOfBirth status assignedAttorney { id } } }
    }
  }
`)

type Found = PatientPickerQuery['patients']['edges'][number]['node']
type Detail = 'dateOfBirth' | 'email'
export type PickedPatient = Omit<Found, Detail> & Partial<Pick<Found, Detail>>

type Props = {
  label: string
  name?: string
  description?: string | undefined
  error?: string | undefined
  isRequired?: boolean
  autoFocus?: boolean
  patient: PickedPatient | null
  onChange: (patient: PickedPatient | null) => void
}

/** Finds a patient by name, e-mail, phone, date of birth or identifier among those visible to the user. */
export function PatientPicker({ patient, onChange, ...field }: Props) {
  const withAge = useDateOfBirth()
  const [text, setText] = useState(patient ? fullName(patient) : '')
  const search = useRested(patient && text === fullName(patient) ? '' : text.trim())
  const [{ data, fetching, error }] = useQuery({
    query: patientPicker,
    variables: search ? { search } : {},
  })
  const found = data?.patients.edges.map(({ node }) => node) ?? []
  // A draft stores the picked patient's ID; searching for its typed text finds the patient again.
  const [wanted, want] = useState('')
  useRestored(fieldKey('picked'), want)
  const again = wanted && found.find(({ id }) => id === wanted)
  useEffect(() => {
    if (!again) return
    want('')
    choose(again)
  })
  // A combobox forgets a choice that is not among its options.
  const isFound = found.some(({ id }) => id === patient?.id)
  const options = patient && !isFound ? [...found, patient] : found
  const emptyText = error ? 'The patients could not be loaded' : fetching ? 'Loading...' : 'No patients found'

  const detailOf = ({ dateOfBirth, email }: PickedPatient) =>
    [dateOfBirth && withAge(dateOfBirth), email || NO_EMAIL].filter(Boolean).join(' · ')

  function choose(chosen: PickedPatient | null): void {
    onChange(chosen)
    setText(chosen ? fullName(chosen) : '')
  }

  return (
    <>
      <ComboField
        {...field}
        textName="patientText"
        placeholder="Search patients..."
        options={options.map((one) => ({ id: one.id, label: fullName(one), detail: detailOf(one) }))}
        emptyText={emptyText}
        text={text}
        onText={(typed) => {
          want('')
          setText(typed)
          if (typed === '') onChange(null)
        }}
        value={patient?.id ?? null}
        onChange={(id) => choose(options.find((one) => one.id === id) ?? null)}
      />
      <input hidden readOnly name="picked" value={wanted || (patient?.id ?? '')} />
    </>
  )
}
