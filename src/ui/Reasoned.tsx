import type { ReactNode } from 'react'
import { reason as reasonClass, reasoned } from './Button.css.ts'

/** A button that is closed, with the reason on hover and focus; the button names `id` as its description. */
export function Reasoned({
  reason,
  id,
  children,
}: {
  reason?: string | undefined
  id: string
  children: ReactNode
}) {
  if (!reason) return children
  return (
    <span className={reasoned}>
      {children}
      <span role="tooltip" id={id} className={reasonClass}>
        {reason}
      </span>
    </span>
  )
}
