import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components/TextField'
import {
  counter as counterClass,
  error as errorClass,
  label as labelClass,
  mark,
  under,
} from './Field.css.ts'

/** The label of a field, with an asterisk if it is required. */
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
  /** Overrides the form's message about the field. */
  error?: string | undefined
  /** Text at the end of the line, such as `9/1000`. */
  counter?: string | undefined
}

/** The line below a field: its error or description, and its counter. */
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
