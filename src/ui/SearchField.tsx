import type { ComponentPropsWithRef } from 'react'
import { Icon } from './Icon.tsx'
import { Kbd } from './Kbd.tsx'
import { glass, hint, input, root } from './SearchField.css.ts'

type SearchFieldProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'type' | 'size'> & {
  /** The accessible name, and the default of `placeholder`, which is visible. */
  label: string
  /** The key that focuses the field, shown while it is empty. The screen must bind it. */
  shortcut?: string | undefined
}

/** A native search box. In a header it takes its own line on a phone. */
export function SearchField({ label, shortcut, placeholder = label, ...native }: SearchFieldProps) {
  return (
    <span className={root}>
      <span className={glass}>
        <Icon name="search" />
      </span>
      <input
        {...native}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        autoComplete="off"
        className={input}
      />
      {shortcut && (
        <span className={hint} aria-hidden="true">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </span>
  )
}
