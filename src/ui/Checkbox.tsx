import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components/Checkbox'
import { box, checkbox, detail as detailClass, refusal } from './Checkbox.css.ts'
import { fieldKey } from './formChanges.ts'
import { Icon } from './Icon.tsx'
import { useRestored } from './restoredDraft.ts'

type Handled =
  | 'name'
  | 'value'
  | 'isSelected'
  | 'defaultSelected'
  | 'onChange'
  | 'isRequired'
  | 'isDisabled'
  | 'isInvalid'

type CheckboxProps = Pick<AriaCheckboxProps, Handled> & {
  children: ReactNode
  /** A small line below the label. */
  detail?: ReactNode
  /** Why the server refused the choice. The form then moves the focus here. */
  error?: string | undefined
}

/** A checkbox with its label. A draft restores it if it has a name and its parent holds its state. */
export function Checkbox({ children, detail, error, ...rest }: CheckboxProps) {
  const { name, value = 'on', onChange } = rest
  useRestored(name && fieldKey(name, value), (isSelected) => onChange?.(isSelected === 'true'))
  return (
    <AriaCheckbox
      {...rest}
      {...(error && { isInvalid: true })}
      className={checkbox}
      validationBehavior="aria"
    >
      {({ isSelected }) => (
        <>
          <span className={box}>{isSelected && <Icon name="check" size="small" />}</span>
          <span>
            {children}
            {detail && <span className={detailClass}>{detail}</span>}
            {error && <span className={refusal}>{error}</span>}
          </span>
        </>
      )}
    </AriaCheckbox>
  )
}
