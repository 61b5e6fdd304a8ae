import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components/ComboBox'
import * as styles from './ComboField.css.ts'
import { control, field } from './Field.css.ts'
import { FieldLabel, FieldNotes } from './FieldParts.tsx'
import { fieldKey } from './formChanges.ts'
import { Icon } from './Icon.tsx'
import { useRestored } from './restoredDraft.ts'
import type { SelectOption } from './SelectField.tsx'

type ComboFieldProps = {
  name?: string | undefined
  /** Names the typed text, so that a draft can keep and restore it. */
  textName?: string | undefined
  label: string
  placeholder?: string | undefined
  description?: string | undefined
  error?: string | undefined
  isRequired?: boolean | undefined
  autoFocus?: boolean | undefined
  /** The matches for the typed text. The parent component runs the search. */
  options: readonly SelectOption[]
  text: string
  onText: (text: string) => void
  /** The ID of the chosen option, or `null`. */
  value: string | null
  onChange: (id: string | null) => void
  /** Shown when there are no options. */
  emptyText: string
}

/** A field to choose one of many options by typing. */
export function ComboField(props: ComboFieldProps) {
  const {
    label,
    placeholder = '',
    description,
    error,
    options,
    text,
    onText,
    emptyText,
    textName,
    ...rest
  } = props
  const { name, value, onChange, isRequired = false, autoFocus = false } = rest
  useRestored(textName && fieldKey(textName), onText)
  return (
    <ComboBox
      className={field}
      validationBehavior="aria"
      // The server has already filtered the options.
      items={options}
      inputValue={text}
      onInputChange={onText}
      selectedKey={value}
      onSelectionChange={(id) => onChange(id === null ? null : String(id))}
      allowsEmptyCollection
      isRequired={isRequired}
      autoFocus={autoFocus}
      {...(name ? { name } : {})}
      {...(error ? { isInvalid: true } : {})}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Input
        className={control}
        placeholder={placeholder}
        // Typing here clears the error of the field, which is under the field's own name.
        {...(textName && { name: textName, 'data-field': name })}
      />
      <FieldNotes description={description} error={error} />
      <Popover className={styles.list} offset={4}>
        <section aria-label={`${label}: results`}>
          <ListBox
            className={styles.options}
            renderEmptyState={() => <div className={styles.option}>{emptyText}</div>}
          >
            {(option: SelectOption) => <Option option={option} />}
          </ListBox>
        </section>
      </Popover>
    </ComboBox>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} className={styles.option}>
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
