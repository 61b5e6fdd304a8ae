import type { ReactNode } from 'react'
import { Pulse } from './Skeleton.tsx'
import { aside as asideClass, figure, label as labelClass, line, stat, statRow } from './Stat.css.ts'

/** Four figures side by side, or two by two on a phone. */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={statRow}>
      {children}
    </section>
  )
}

type StatProps = {
  label: string
  /** Omit while loading. */
  value?: number | undefined
  /** A few words next to the number. */
  aside?: ReactNode
  /** The URL of the counted rows. */
  href?: string | undefined
}

/** A number and what it counts, as a link to the list. */
export function Stat({ label, value, aside, href }: StatProps) {
  const Root = href ? 'a' : 'div'
  return (
    <Root className={stat} {...(href ? { href } : {})}>
      <span className={labelClass}>{label}</span>
      <span className={line}>
        {value === undefined ? (
          <Pulse />
        ) : (
          <strong className={figure}>{value.toLocaleString('en-US')}</strong>
        )}
        {aside && <span className={asideClass}>{aside}</span>}
      </span>
    </Root>
  )
}
