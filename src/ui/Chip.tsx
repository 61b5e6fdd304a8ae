import type { ComponentPropsWithRef, ReactNode } from 'react'
import { chip, chips, count as countClass } from './Chip.css.ts'

/** A line of filters under a card's head; it scrolls sideways on a phone. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={chips}>
      {children}
    </nav>
  )
}

type ChipProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'> & {
  href: string
  isCurrent?: boolean | undefined
  count?: number | undefined
}

/** A filter one can follow and share; the one in force carries `aria-current`. */
export function Chip({ isCurrent, count, children, ...native }: ChipProps) {
  return (
    <a {...native} aria-current={isCurrent || undefined} className={chip}>
      {children}
      {count !== undefined && <span className={countClass}>{count.toLocaleString('en-US')}</span>}
    </a>
  )
}

type ToggleChipProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> & { isPressed: boolean }

/** A filter that changes what is shown without going anywhere. */
export function ToggleChip({ isPressed, children, ...native }: ToggleChipProps) {
  return (
    <button type="button" {...native} aria-pressed={isPressed} className={chip}>
      {children}
    </button>
  )
}
