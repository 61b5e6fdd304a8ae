import type { ReactNode } from 'react'
import { Pulse } from './Skeleton.tsx'
import { aside as asideClass, figure, label as labelClass, line, stat, statRow } from './Stat.css.ts'

/** Four figures side by side, two by two on a phone. */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={statRow}>
      {children}
    </section>
  )
}

type StatProps = {
  label: string
  /** Leave out while it is on its way. */
  value?: number | undefined
  /** A few words beside the figure. */
  aside?: ReactNode
  /** Where the rows behind the figure are. */
  href?: string | undefined
}

/** One figure and what it counts; a link into the list it counts. */
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
