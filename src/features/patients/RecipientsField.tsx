import { useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { RECIPIENT } from '#domain/consent/recipients.ts'
import { graphql } from '#generated/gql.ts'
import type { RecipientInput } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { FieldPair } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fullName } from './PatientRow.ts'

const Attorneys = graphql(`
  query RecipientsField { assignableUsers { id firstName lastName role } }
`)

/** The options besides the attorneys. */
const USUAL = 'usual'
const OTHER = 'other'

/** Who was chosen; `null` leaves the choice to the server: the assigned attorney or the clinic's default recipient. */
export type ChosenRecipients = RecipientInput[] | null

type Person = { id: string; firstName: string; lastName: string }

/** One recipient: an option, and the lines about somebody without an account. */
type Row = { key: number; option: string; name: string; firm: string; address: string; email: string }
const emptyRow = { name: '', firm: '', address: '', email: '' }

type Props = {
  assigned: Person | null | undefined
  errors: Record<string, string>
  onChange: (chosen: ChosenRecipients) => void
}

/** Who may receive the records under a new form: attorneys of the clinic, or others by name, firm, address and e-mail. */
export function RecipientsField({ assigned, errors, onChange }: Props) {
  const { defaultRecipient } = useFrame()
  const [{ data }] = useQuery({ query: Attorneys, requestPolicy: 'cache-and-network' })
  const [rows, setRows] = useState<readonly Row[]>([{ key: 0, option: USUAL, ...emptyRow }])
  const lastKey = useRef(0)
  const attorneys = (data?.assignableUsers ?? []).filter(({ role }) => role === 'attorney')
  const taken = new Set(rows.map(({ option }) => option))

  function change(next: readonly Row[]): void {
    setRows(next)
    onChange(recipientsOf(next))
  }
  function add(): void {
    lastKey.current += 1
    // The server's choice is a choice alone, so next to others its attorney is named.
    const named = rows.map((row) => (row.option === USUAL ? { ...row, option: assigned?.id ?? USUAL } : row))
    const free = attorneys.find(({ id }) => !named.some(({ option }) => option === id))
    change([...named, { key: lastKey.current, option: free?.id ?? OTHER, ...emptyRow }])
  }
  const isUnknown = rows[0]?.option === USUAL && !attorneys.some(({ id }) => id === assigned?.id)
  // Staff can have a patient, too, but are no recipients.
  const isAttorney = !data || attorneys.some(({ id }) => id === assigned?.id)
  const usual =
    assigned && isAttorney
      ? `${fullName(assigned)} (assigned attorney)`
      : defaultRecipient
        ? `${defaultRecipient} (the clinic’s default recipient)`
        : 'Choose a recipient'
  return (
    <>
      {rows.map((row, index) => (
        <RecipientRow
          key={row.key}
          row={row}
          position={index + 1}
          error={errors[`recipients.${index}`] ?? (index === 0 ? errors.recipients : undefined)}
          emailError={errors[`recipients.${index}.email`]}
          options={[
            ...(rows.length === 1 ? [{ id: USUAL, label: usual }] : []),
            ...attorneys
              .filter(({ id }) => id === row.option || !taken.has(id))
              .map((user) => ({ id: user.id, label: fullName(user) })),
            { id: OTHER, label: 'Someone else' },
          ]}
          onChange={(changed) => change(rows.map((one) => (one.key === row.key ? changed : one)))}
          onRemove={rows.length > 1 ? () => change(rows.filter(({ key }) => key !== row.key)) : undefined}
        />
      ))}
      {rows.length < RECIPIENT.count && (
        <div>
          <Button
            size="small"
            icon="plus"
            onClick={add}
            {...(isUnknown && { disabledReason: 'Choose the first recipient before you add another one.' })}
          >
            Add Recipient
          </Button>
        </div>
      )}
    </>
  )
}

const recipientsOf = (rows: readonly Row[]): ChosenRecipients =>
  rows.some(({ option }) => option === USUAL)
    ? null
    : rows.map(({ option, name, firm, address, email }) =>
        option === OTHER ? { name, firm, address, email } : { userId: option },
      )

type RowProps = {
  row: Row
  /** From 1. */
  position: number
  options: { id: string; label: string }[]
  error: string | undefined
  emailError: string | undefined
  onChange: (row: Row) => void
  onRemove: (() => void) | undefined
}

function RecipientRow({ row, position, options, error, emailError, onChange, onRemove }: RowProps) {
  const words = position === 1 ? 'Recipient' : `Recipient ${position}`
  const line = (
    name: keyof typeof emptyRow,
    label: string,
    more?: { description: string; error: string | undefined },
  ) => (
    <TextField
      name={`recipient-${position}-${name}`}
      label={label}
      value={row[name]}
      maxLength={RECIPIENT.line}
      autoComplete="off"
      {...more}
      onChange={(value) => onChange({ ...row, [name]: value })}
    />
  )
  return (
    <>
      <SelectField
        name={position === 1 ? 'recipients' : `recipients-${position}`}
        label={position === 1 ? 'Who May Receive the Records' : words}
        value={row.option}
        onChange={(option) => onChange({ ...row, option })}
        error={error}
        options={options}
      />
      {row.option === OTHER && (
        <>
          <FieldPair>
            {line('name', `${words} Name`)}
            {line('firm', position === 1 ? 'Law Firm' : `${words} Law Firm`)}
          </FieldPair>
          <FieldPair>
            {line('address', `${words} Address`)}
            {line('email', `${words} E-Mail`, {
              description: 'For a copy of the signed form',
              error: emailError,
            })}
          </FieldPair>
        </>
      )}
      {onRemove && (
        <div>
          <Button size="small" icon="close" aria-label={`Remove ${words}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </>
  )
}
