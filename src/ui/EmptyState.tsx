import type { ReactNode } from 'react'
import { empty } from './EmptyState.css.ts'

type EmptyStateProps = {
  /** A sentence that says what is missing. */
  text: string
  /** The action that fills the list. */
  children?: ReactNode
}

/** Shown by a list without rows. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className={empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}
