import type { ReactNode } from 'react'
import { row } from './Settings.css.ts'

/** One line of a card: a label and its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={row}>
      <span>{label}</span>
      <span>{children}</span>
    </div>
  )
}
