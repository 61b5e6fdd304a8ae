import {
  type ComponentPropsWithoutRef,
  type ComponentPropsWithRef,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import { chip, chips, count as countClass, pairs } from './Chip.css.ts'

type ChipsProps = {
  label: string
  /** Few chips, with selects next to them. */
  isShort?: boolean
  children: ReactNode
}

/** A row of filters below a card's head. On a phone it scrolls sideways to the current one. */
export const Chips = ({ label, isShort = false, children }: ChipsProps) => (
  <nav aria-label={label} className={isShort ? pairs : chips}>
    {children}
  </nav>
)

type ChipProps = Omit<ComponentPropsWithoutRef<'a'>, 'className' | 'style'> & {
  href: string
  isCurrent?: boolean | undefined
  count?: number | undefined
}

/** A filter that is a link, so that it can be shared; the current one has `aria-current`. */
export function Chip({ isCurrent, count, children, ...native }: ChipProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const chip = link.current
    const line = chip?.parentElement
    if (isCurrent && line) line.scrollLeft = chip.offsetLeft - (line.clientWidth - chip.offsetWidth) / 2
  }, [isCurrent])
  return (
    <a {...native} ref={link} aria-current={isCurrent || undefined} className={chip}>
      {children}
      {count !== undefined && <span className={countClass}>{count.toLocaleString('en-US')}</span>}
    </a>
  )
}

type ToggleChipProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> & { isPressed: boolean }

/** A filter that applies without a new URL. */
export function ToggleChip({ isPressed, children, ...native }: ToggleChipProps) {
  return (
    <button type="button" {...native} aria-pressed={isPressed} className={chip}>
      {children}
    </button>
  )
}
