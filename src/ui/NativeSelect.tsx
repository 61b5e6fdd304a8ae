import type { ComponentPropsWithRef } from 'react'
import { selectArrow } from './Icon.css.ts'
import { Icon } from './Icon.tsx'
import { root, select } from './NativeSelect.css.ts'

type NativeSelectProps = Omit<
  ComponentPropsWithRef<'select'>,
  'className' | 'style' | 'size' | 'children'
> & {
  /** The accessible name, which is not visible. */
  label: string
  options: readonly { id: string; label: string; isDisabled?: boolean }[]
  size?: 'regular' | 'small' | undefined
}

/** The browser's select, for filters. In a form, use `SelectField`. */
export function NativeSelect({ label, options, size = 'regular', ...native }: NativeSelectProps) {
  return (
    <span className={root}>
      <select {...native} aria-label={label} className={select[size]}>
        {options.map((option) => (
          <option key={option.id} value={option.id} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={selectArrow}>
        <Icon name="chevronDown" size="small" />
      </span>
    </span>
  )
}
