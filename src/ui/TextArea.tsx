import type { KeyboardEvent, Ref } from 'react'
import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components/TextField'
import { field, tall } from './Field.css.ts'
import { FieldLabel, FieldNotes } from './FieldParts.tsx'
import { useTextValue } from './restoredDraft.ts'
import type { TextFieldProps } from './TextField.tsx'

type TextAreaProps = Omit<TextFieldProps, 'type' | 'inputMode'> & {
  rows?: number | undefined
  /** Text at the end of the line below, such as `9/1000`. */
  counter?: string | undefined
  /** The element itself, for inserting text at the cursor. */
  inputRef?: Ref<HTMLTextAreaElement> | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLTextAreaElement>) => void) | undefined
}

/** A field for several lines of text. */
export function TextArea({
  label,
  placeholder = '',
  description,
  error,
  rows = 4,
  counter,
  inputRef,
  onKeyDown,
  ...rest
}: TextAreaProps) {
  return (
    <AriaTextField
      {...rest}
      {...useTextValue(rest)}
      className={field}
      validationBehavior="aria"
      {...(error ? { isInvalid: true } : {})}
    >
      <FieldLabel label={label} isRequired={rest.isRequired} />
      <AriaTextArea
        className={tall}
        rows={rows}
        placeholder={placeholder}
        {...(inputRef && { ref: inputRef })}
        {...(onKeyDown && { onKeyDown })}
      />
      <FieldNotes description={description} error={error} counter={counter} />
    </AriaTextField>
  )
}
