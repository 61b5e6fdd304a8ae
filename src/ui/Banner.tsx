import type { ReactNode } from 'react'
import { actions, banner, icon as iconClass, text, title as titleClass } from './Banner.css.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'
import type { Tone } from './theme.css.ts'

type BannerProps = {
  tone?: Tone | undefined
  icon?: IconName | undefined
  title?: string | undefined
  /** Announced at once when it appears; only for errors. */
  isAlert?: boolean | undefined
  /** One or two buttons or links at the end. */
  action?: ReactNode
  children?: ReactNode
}

/** A message that stays in place while it applies. */
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
