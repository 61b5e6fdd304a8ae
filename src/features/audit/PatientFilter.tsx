import { useId, useState } from 'react'
import { useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { useRested } from '#client/useRested.ts'
import { NO_EMAIL } from '#domain/patients/noEmail.ts'
import { graphql } from '#generated/gql.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { wholeLine } from './AuditLogs.css.ts'

const AuditPatients = graphql(`
  query AuditPatients($search: String) {
    patients(first: 8, search: $search) { edges { node { id firstName lastName email } } }
  }
`)

/** Searches patients by name or email address. Choosing one filters the audit log. */
export function PatientFilter() {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const search = useRested(typed.trim())
  const [{ data }] = useQuery({ query: AuditPatients, variables: { search }, pause: search.length < 2 })
  const found = search.length < 2 ? [] : (data?.patients.edges.map(({ node }) => node) ?? [])
  const proposals = found.map(({ id, firstName, lastName, email }) => ({
    id,
    text: `${firstName} ${lastName} <${email || `${NO_EMAIL}, ${id.slice(-6)}`}>`,
  }))

  function type(value: string) {
    const chosen = proposals.find(({ text }) => text === value)
    if (chosen) changeAddress({ after: null, patientId: chosen.id })
    else setTyped(value)
  }

  return (
    <div className={wholeLine}>
      <SearchField
        label="Patient"
        placeholder="Any patient..."
        list={listId}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {proposals.map(({ id, text }) => (
          <option key={id} value={text} />
        ))}
      </datalist>
    </div>
  )
}
