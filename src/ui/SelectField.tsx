import type { ReactNode } from 'react'
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components/Select'
import { field } from './Field.css.ts'
import { FieldLabel, FieldNotes } from './FieldParts.tsx'
import { Icon } from './Icon.tsx'
import * as styles from './SelectField.css.ts'

/** One thing to choose. */
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
  /** The id of the chosen option; `null` for none. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string | undefined
  description?: ReactNode
  error?: string | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
}

/** One of a few choices, in a form. */
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
  return (
    <Select
      className={field}
      validationBehavior="aria"
      value={value}
      onChange={(id) => id !== null && onChange(String(id))}
      isRequired={isRequired}
      isDisabled={isDisabled}
      {...(name ? { name } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(error ? { isInvalid: true } : {})}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Button className={styles.button}>
        <SelectValue className={styles.value}>
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <Icon name="chevronDown" size="small" />
      </Button>
      <FieldNotes description={description} error={error} />
      <Popover className={styles.list} offset={4}>
        <ListBox className={styles.options} items={options}>
          {(option) => <Option option={option} />}
        </ListBox>
      </Popover>
    </Select>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      className={styles.option}
      isDisabled={option.isDisabled ?? false}
    >
      {({ isSelected }) => (
        <>
          <span>{option.label}</span>
          {isSelected && <Icon name="check" />}
          {option.detail && <span className={styles.optionDetail}>{option.detail}</span>}
        </>
      )}
    </ListBoxItem>
  )
}
