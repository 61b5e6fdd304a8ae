import { useState } from 'react'
import { type Language, languageLabels, languages } from '#domain/language.ts'
import { NO_EMAIL } from '#domain/patients/noEmail.ts'
import { formRows, type PatientFieldName, patientFields } from '#domain/patients/patientFields.ts'
import { graphql } from '#generated/gql.ts'
import { DateField } from '#ui/DateField.tsx'
import { FieldPair } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField, type TextFieldProps } from '#ui/TextField.tsx'

/** Every field of the table. Without one of them, the form and the overview do not compile. */
export const patientFieldsFragment = graphql(`
  fragment PatientFields on Patient {
    firstName lastName email phone address preferredLanguage dateOfBirth dateOfInjury dateOfDeath injuryDescription notes
  }
`)

/** The typed values by field name. */
export type PersonForm = Record<PatientFieldName, string> & { preferredLanguage: Language }

type PersonValues = Record<PatientFieldName, string | null>

/** Reads the fields from a submitted form. */
export const personOf = (form: HTMLFormElement): PersonForm =>
  Object.fromEntries(
    [...new FormData(form)].filter(([name]) => Object.hasOwn(patientFields, name)),
  ) as PersonForm

/** The fields of a patient, for both adding and editing. */
export const PatientFields = ({ values }: { values?: PersonValues }) =>
  formRows.map((row) => {
    const names = row.filter((name) => values || !patientFields[name].isRare)
    const fields = names.map((name) => <PersonField key={name} name={name} value={values?.[name]} />)
    return names.length > 1 ? <FieldPair key={names[0]}>{fields}</FieldPair> : fields
  })

const inputProps: Record<string, Partial<TextFieldProps>> = {
  email: { inputMode: 'email', spellCheck: 'false' },
  phone: { inputMode: 'tel' },
}

function PersonField({ name, value }: { name: PatientFieldName; value: string | null | undefined }) {
  const { label, kind, isRequired = false } = patientFields[name]
  const props = { name, label, defaultValue: value ?? '' }
  if (kind === 'date') return <DateField {...props} />
  if (kind === 'long_text') return <TextArea {...props} rows={2} />
  if (kind === 'language') return <LanguageField {...{ name, label, value }} />
  const hasNoEmail = kind === 'email' && value === ''
  return (
    <TextField
      {...props}
      isRequired={isRequired && !hasNoEmail}
      description={hasNoEmail && NO_EMAIL}
      {...inputProps[kind]}
      autoFocus={name === 'firstName'}
      autoComplete="off"
    />
  )
}

function LanguageField({
  name,
  label,
  value,
}: {
  name: string
  label: string
  value: string | null | undefined
}) {
  const [language, setLanguage] = useState(value ?? 'en')
  return (
    <SelectField
      {...{ name, label }}
      options={languageOptions}
      value={language}
      onChange={setLanguage}
      description="The forms, pages and e-mails for the patient are in this language."
    />
  )
}

const languageOptions = languages.map((id) => ({ id, label: languageLabels[id] }))
