import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react'
import { chip, chips, count as countClass, pairs } from './Chip.css.ts'

type ChipsProps = {
  label: string
  /** Few, and selects beside them. */
  isShort?: boolean
  children: ReactNode
}

/** A line of filters under a card's head; on a phone it scrolls sideways, to the one in force. */
export function Chips({ label, isShort = false, children }: ChipsProps) {
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (line.current && current)
      line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.offsetWidth) / 2
  })
  return (
    <nav ref={line} aria-label={label} className={isShort ? pairs : chips}>
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
