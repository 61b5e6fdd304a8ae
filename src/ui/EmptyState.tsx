import type { ReactNode } from 'react'
import { empty } from './EmptyState.css.ts'

type EmptyStateProps = {
  /** One sentence that says what is not here. */
  text: string
  /** The one action that ends the emptiness. */
  children?: ReactNode
}

/** What a list shows when it has no rows. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className={empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}
