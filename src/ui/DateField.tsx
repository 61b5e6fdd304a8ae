import { TextField as AriaTextField, Input } from 'react-aria-components/TextField'
import { control, field } from './Field.css.ts'
import { FieldLabel, FieldNotes } from './FieldParts.tsx'
import { useTextValue } from './restoredDraft.ts'
import type { TextFieldProps } from './TextField.tsx'

type DateFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'maxLength' | 'placeholder'> & {
  /** YYYY-MM-DD, like `value`. */
  min?: string | undefined
  max?: string | undefined
}

/** A date field with the browser's own calendar. Values are YYYY-MM-DD. */
export function DateField({ label, description, error, min, max, ...rest }: DateFieldProps) {
  return (
    <AriaTextField
      {...rest}
      {...useTextValue(rest)}
      className={field}
      validationBehavior="aria"
      {...(error ? { isInvalid: true } : {})}
    >
      <FieldLabel label={label} isRequired={rest.isRequired} />
      <Input className={control} type="date" min={min} max={max} />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}
