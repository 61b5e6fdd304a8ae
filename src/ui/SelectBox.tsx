import { boxes } from './SelectBox.css.ts'

type SelectBoxProps = {
  /** The accessible name. */
  label: string
  /** In the header, in a `Row` with `hasBox`, or in such a row without a box on a phone. */
  place: keyof typeof boxes
  isSelected: boolean
  /** Some but not all rows are selected; for the box of the header. */
  isPartly?: boolean | undefined
  /** `isRange` is true while Shift is held. */
  onSelect: (isRange: boolean) => void
}

/** The checkbox that selects a row of a table, or all rows of the page. */
export function SelectBox({ label, place, isSelected, isPartly = false, onSelect }: SelectBoxProps) {
  return (
    <input
      ref={(element) => {
        if (element) element.indeterminate = isPartly && !isSelected
      }}
      type="checkbox"
      className={boxes[place]}
      aria-label={label}
      checked={isSelected}
      onChange={({ nativeEvent }) => onSelect((nativeEvent as MouseEvent).shiftKey === true)}
    />
  )
}
