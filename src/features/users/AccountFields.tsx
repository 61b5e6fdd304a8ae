import type { Role } from '#domain/access/actor.ts'
import { RECIPIENT } from '#domain/consent/recipients.ts'
import { FieldPair } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'

/** The values in the account form, by field name. */
export type AccountForm = { firstName: string; lastName: string; email: string; firm: string | null }

/** Reads the fields of the submitted form. */
export function accountOf(form: HTMLFormElement): AccountForm {
  const data = new FormData(form)
  const text = (name: keyof AccountForm) => String(data.get(name) ?? '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    firm: text('firm').trim() || null,
  }
}

/**
 * The name and email address of an account. Only a new one has a password, for which password managers need a user
 * name.
 */
export function AccountFields({ values }: { values?: AccountForm }) {
  return (
    <>
      <FieldPair>
        <TextField
          name="firstName"
          label="First Name"
          defaultValue={values?.firstName ?? ''}
          isRequired
          autoFocus
          autoComplete="off"
        />
        <TextField
          name="lastName"
          label="Last Name"
          defaultValue={values?.lastName ?? ''}
          isRequired
          autoComplete="off"
        />
      </FieldPair>
      <TextField
        name="email"
        label="Email"
        type="email"
        defaultValue={values?.email ?? ''}
        isRequired
        autoComplete={values ? 'off' : 'username'}
        spellCheck="false"
      />
    </>
  )
}

const COVERS_ALL = 'A signed form that names the firm as recipient covers all its attorneys.'
/** The form names the person, so the clinic decides which cases stay with the former firm. */
const STAYS_NAMED =
  'A form that names this attorney stays valid after a move to another firm. Reassign patients whose case stays with the former firm.'

/** The law firm of an attorney. Other roles have none. `firm` is the one on file. */
export const FirmField = ({ role, firm }: { role: Role; firm?: string | null | undefined }) =>
  role === 'attorney' && (
    <TextField
      name="firm"
      label="Law Firm"
      defaultValue={firm ?? ''}
      maxLength={RECIPIENT.line}
      autoComplete="off"
      description={firm ? `${COVERS_ALL} ${STAYS_NAMED}` : COVERS_ALL}
    />
  )

const options: { id: Role; label: string }[] = [
  { id: 'admin', label: 'Administrator' },
  { id: 'staff', label: 'Staff Member' },
  { id: 'attorney', label: 'Attorney' },
]

type RoleFieldProps = { role: Role; onChange: (role: Role) => void; description?: string | undefined }

/** The user's role in the clinic. */
export function RoleField({ role, onChange, description }: RoleFieldProps) {
  return (
    <SelectField
      name="role"
      label="Role"
      isRequired
      options={options}
      value={role}
      onChange={(id) => onChange(id as Role)}
      description={description}
    />
  )
}
