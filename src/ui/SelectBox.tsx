import type { ComponentPropsWithRef } from 'react'
import { box, target } from './SelectBox.css.ts'

type SelectBoxProps = {
  /** The accessible name. */
  label: string
  isSelected: boolean
  /** Some but not all rows are selected; for the box of a column header. */
  isPartly?: boolean | undefined
  /** `isRange` is true while Shift is held. */
  onSelect: (isRange: boolean) => void
}

/** The checkbox that selects a row of a table, or all of them. */
export function SelectBox({ label, isSelected, isPartly = false, onSelect }: SelectBoxProps) {
  const showPartly: ComponentPropsWithRef<'input'>['ref'] = (element) => {
    if (element) element.indeterminate = isPartly && !isSelected
  }
  return (
    <label className={target}>
      <input
        ref={showPartly}
        type="checkbox"
        className={box}
        aria-label={label}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect((nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  )
}
