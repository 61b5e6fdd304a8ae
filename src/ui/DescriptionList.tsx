import type { ReactNode } from 'react'
import { label as labelClass, list, none, value, wide } from './DescriptionList.css.ts'

/** Labels and values in two columns, one on a phone. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={list}>{children}</dl>
}

type DescriptionProps = {
  label: string
  /** Spans both columns. */
  isWide?: boolean | undefined
  /** Nothing, `null` or an empty string is shown as `empty`. */
  children?: ReactNode
  empty?: string | undefined
}

/** One label and its value. */
export function Description({ label, isWide, children, empty = 'Not given' }: DescriptionProps) {
  const isEmpty = children === undefined || children === null || children === ''
  return (
    <div className={isWide ? wide : undefined}>
      <dt className={labelClass}>{label}</dt>
      <dd className={isEmpty ? none : value}>{isEmpty ? empty : children}</dd>
    </div>
  )
}
