import { type ReactNode, useId } from 'react'
import { error as errorClass, field, label as labelClass, mark, under } from './Field.css.ts'
import { fieldKey } from './formChanges.ts'
import { useFieldError } from './formErrors.ts'
import { selectArrow } from './Icon.css.ts'
import { Icon } from './Icon.tsx'
import { useRestored } from './restoredDraft.ts'
import { root, select } from './SelectField.css.ts'

/** An option. */
export type SelectOption = {
  id: string
  label: string
  detail?: string | undefined
  isDisabled?: boolean | undefined
}

type SelectFieldProps = {
  name?: string | undefined
  label: string
  options: readonly SelectOption[]
  /** The ID of the chosen option, or `null`. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string | undefined
  description?: ReactNode
  error?: string | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
}

/**
 * A field to choose one of a few options. It is a native select, which works with every phone and screen
 * reader and needs a tenth of the code.
 */
export function SelectField({
  name,
  label,
  options,
  value,
  onChange,
  placeholder,
  description,
  ...rest
}: SelectFieldProps) {
  const { error, isRequired = false, isDisabled = false } = rest
  const id = useId()
  const [refused, settle] = useFieldError(name)
  const message = error ?? refused
  // The options may come later than the field.
  useRestored(name && fieldKey(name), onChange, (value) => options.some((option) => option.id === value))
  return (
    <div className={field}>
      <label htmlFor={id} className={labelClass}>
        {label}
        {isRequired && (
          <span className={mark} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <span className={root}>
        <select
          id={id}
          name={name}
          value={value ?? ''}
          disabled={isDisabled}
          aria-required={isRequired || undefined}
          aria-invalid={message ? true : undefined}
          aria-describedby={message || description ? `${id}-notes` : undefined}
          className={select}
          onChange={({ target }) => {
            settle()
            onChange(target.value)
          }}
        >
          {value === null && (
            <option value="" disabled>
              {placeholder ?? 'Choose one'}
            </option>
          )}
          {options.map((option) => (
            <option key={option.id} value={option.id} disabled={option.isDisabled}>
              {option.detail ? `${option.label} (${option.detail})` : option.label}
            </option>
          ))}
        </select>
        <span className={selectArrow}>
          <Icon name="chevronDown" size="small" />
        </span>
      </span>
      <div id={`${id}-notes`} className={under}>
        {message && <span className={errorClass}>{message}</span>}
        {description && <span>{description}</span>}
      </div>
    </div>
  )
}
