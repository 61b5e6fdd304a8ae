import type { ReactNode } from 'react'
import { actions, banner, icon as iconClass, text, title as titleClass } from './Banner.css.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'
import type { Tone } from './theme.css.ts'

type BannerProps = {
  tone?: Tone | undefined
  icon?: IconName | undefined
  title?: string | undefined
  /** Read at once when it appears; only for what went wrong. */
  isAlert?: boolean | undefined
  /** A button or link at the end, or two. */
  action?: ReactNode
  children?: ReactNode
}

/** A message that stays where it belongs, until what it speaks of is over. */
export function Banner({ tone = 'info', icon, title, isAlert, action, children }: BannerProps) {
  const drawing =
    icon ?? (tone === 'critical' || tone === 'caution' ? 'alert' : tone === 'positive' ? 'check' : 'info')
  return (
    <div className={banner[tone]} role={isAlert ? 'alert' : undefined}>
      <span className={iconClass}>
        <Icon name={drawing} />
      </span>
      <div className={text}>
        {title && <p className={titleClass}>{title}</p>}
        {children}
      </div>
      {action && <div className={actions}>{action}</div>}
    </div>
  )
}
