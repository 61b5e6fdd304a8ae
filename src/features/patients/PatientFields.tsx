import { NO_EMAIL } from '#domain/patients/noEmail.ts'
import { DateField } from '#ui/DateField.tsx'
import { FieldPair } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'

/** The typed values by field name. */
export type PersonForm = {
  firstName: string
  lastName: string
  email: string
  phone: string
  dateOfBirth: string
  dateOfInjury: string
  injuryDescription: string
  address: string
  notes: string
}

export type PersonValues = { [Key in keyof PersonForm]?: string | null | undefined }

/** Reads the fields from a submitted form. */
export const personOf = (form: HTMLFormElement): PersonForm =>
  Object.fromEntries([...new FormData(form)].filter(([name]) => personFields.includes(name))) as PersonForm

const personFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'dateOfInjury',
  'injuryDescription',
  'address',
  'notes',
]

/** The fields of a patient, for both adding and editing. */
export function PatientFields({ values = {} }: { values?: PersonValues }) {
  const given = (name: keyof PersonForm) => ({ name, defaultValue: values[name] ?? '' })
  return (
    <>
      <FieldPair>
        <TextField {...given('firstName')} label="First Name" isRequired autoFocus autoComplete="off" />
        <TextField {...given('lastName')} label="Last Name" isRequired autoComplete="off" />
      </FieldPair>
      <FieldPair>
        <TextField
          {...given('email')}
          label="Email"
          {...(values.email === '' ? { description: NO_EMAIL } : { isRequired: true })}
          inputMode="email"
          autoComplete="off"
          spellCheck="false"
        />
        <TextField {...given('phone')} label="Phone" inputMode="tel" autoComplete="off" />
      </FieldPair>
      <FieldPair>
        <DateField {...given('dateOfBirth')} label="Date of Birth" />
        <DateField {...given('dateOfInjury')} label="Date of Injury" />
      </FieldPair>
      <TextArea {...given('injuryDescription')} label="Injury Description" rows={2} />
      <TextField {...given('address')} label="Address" autoComplete="off" />
      <TextArea {...given('notes')} label="Notes" rows={2} />
    </>
  )
}
