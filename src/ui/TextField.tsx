import type { ReactNode } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
} from 'react-aria-components/TextField'
import { control, field } from './Field.css.ts'
import { FieldLabel, FieldNotes } from './FieldParts.tsx'
import { useTextValue } from './restoredDraft.ts'

type Handled =
  | 'name'
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onBlur'
  | 'isRequired'
  | 'isDisabled'
  | 'isReadOnly'
type Native = 'type' | 'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'spellCheck'

/** The props that all text fields share. */
export type TextFieldProps = Pick<AriaTextFieldProps, Handled | Native> & {
  label: string
  placeholder?: string | undefined
  description?: ReactNode
  /** Text at the end of the line below the field, such as `9/60`. */
  counter?: string | undefined
  /** Overrides the form's message about the field. */
  error?: string | undefined
}

/** A field for one line of text with its label and error. */
export function TextField({ label, placeholder = '', description, counter, error, ...rest }: TextFieldProps) {
  return (
    <AriaTextField
      {...rest}
      {...useTextValue(rest)}
      className={field}
      validationBehavior="aria"
      {...(error ? { isInvalid: true } : {})}
    >
      <FieldLabel label={label} isRequired={rest.isRequired} />
      <Input className={control} placeholder={placeholder} />
      <FieldNotes description={description} counter={counter} error={error} />
    </AriaTextField>
  )
}
