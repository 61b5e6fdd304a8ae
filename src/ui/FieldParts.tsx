import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components/TextField'
import {
  counter as counterClass,
  error as errorClass,
  label as labelClass,
  mark,
  under,
} from './Field.css.ts'

/** The name of a field, with an asterisk where it must be filled in. */
export function FieldLabel({ label, isRequired }: { label: string; isRequired?: boolean | undefined }) {
  return (
    <Label className={labelClass}>
      {label}
      {isRequired && (
        <span className={mark} aria-hidden="true">
          {' *'}
        </span>
      )}
    </Label>
  )
}

type FieldNotesProps = {
  description?: ReactNode
  /** Said instead of what the form knows about the field. */
  error?: string | undefined
  /** Text at the end of the line, such as `9/1000`. */
  counter?: string | undefined
}

/** The line under a field: its error or else its description, and its counter. */
export function FieldNotes({ description, error, counter }: FieldNotesProps) {
  return (
    <div className={under}>
      <FieldError className={errorClass}>
        {({ validationErrors }) => error ?? validationErrors.join(' ')}
      </FieldError>
      {description && <Text slot="description">{description}</Text>}
      {counter && <span className={counterClass}>{counter}</span>}
    </div>
  )
}
