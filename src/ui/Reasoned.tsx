import type { ReactNode } from 'react'
import { reason as reasonClass, reasoned } from './Button.css.ts'

/** A disabled button with the reason on hover and focus; the button's `aria-describedby` is `id`. */
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
