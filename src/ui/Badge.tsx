import type { ReactNode } from 'react'
import { badge, plain } from './Badge.css.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'
import type { Tone } from './theme.css.ts'

type BadgeProps = {
  tone?: Tone | undefined
  /** Required for a status: color must not be its only sign. */
  icon?: IconName | undefined
  children: ReactNode
}

/** A word about the state of something. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={icon ? badge[tone] : `${badge[tone]} ${plain}`}>
      {icon && <Icon name={icon} size="small" />}
      {children}
    </span>
  )
}
