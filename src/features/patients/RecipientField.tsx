import { useState } from 'react'
import { useQuery } from 'urql'
import { RECIPIENT } from '#domain/consent/recipients.ts'
import { graphql } from '#generated/gql.ts'
import type { RecipientInput } from '#generated/graphql.ts'
import { FieldPair } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fullName } from './PatientRow.ts'

const Attorneys = graphql(`
  query RecipientField { assignableUsers { id firstName lastName role } }
`)

/** The options besides the attorneys. */
const USUAL = 'usual'
const OTHER = 'other'

/** What was chosen; `null` leaves the choice to the server: the assigned attorney or the clinic's default recipient. */
export type ChosenRecipient = RecipientInput | null

type Props = {
  assigned: string | null
  errors: Record<string, string>
  onChange: (chosen: ChosenRecipient) => void
}

/** Who may receive the records under a new form: an attorney of the clinic, or somebody else by name, firm and address. */
export function RecipientField({ assigned, errors, onChange }: Props) {
  const [{ data }] = useQuery({ query: Attorneys, requestPolicy: 'cache-and-network' })
  const [option, setOption] = useState(USUAL)
  const [other, setOther] = useState({ name: '', firm: '', address: '' })
  const attorneys = (data?.assignableUsers ?? []).filter(({ role }) => role === 'attorney')

  function choose(id: string): void {
    setOption(id)
    if (id === USUAL) onChange(null)
    else onChange(id === OTHER ? other : { userId: id })
  }
  const line = (name: keyof typeof other, label: string) => (
    <TextField
      name={`recipient-${name}`}
      label={label}
      value={other[name]}
      maxLength={RECIPIENT.line}
      autoComplete="off"
      onChange={(value) => {
        setOther({ ...other, [name]: value })
        onChange({ ...other, [name]: value })
      }}
    />
  )
  return (
    <>
      <SelectField
        name="recipients"
        label="Who may receive the records"
        value={option}
        onChange={choose}
        error={errors.recipients}
        options={[
          {
            id: USUAL,
            label: assigned ? `${assigned} (assigned attorney)` : 'The clinic’s default recipient',
          },
          ...attorneys.map((user) => ({ id: user.id, label: fullName(user) })),
          { id: OTHER, label: 'Someone else' },
        ]}
      />
      {option === OTHER && (
        <>
          <FieldPair>
            {line('name', 'Recipient name')}
            {line('firm', 'Law firm')}
          </FieldPair>
          {line('address', 'Recipient address')}
        </>
      )}
    </>
  )
}
