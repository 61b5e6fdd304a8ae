import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'
import { detail as detailClass, dot, item, lead, led, list } from './List.css.ts'
import type { Tone } from './theme.css.ts'

type ListProps = {
  label?: string | undefined
  /** The ID of the heading that names the list. */
  labelledBy?: string | undefined
  children: ReactNode
}

/** A list of short lines inside a card. */
export function List({ label, labelledBy, children }: ListProps) {
  return (
    <ul role="list" aria-label={label} aria-labelledby={labelledBy} className={list}>
      {children}
    </ul>
  )
}

type ListItemProps = Omit<ComponentPropsWithRef<'li'>, 'className' | 'style' | 'title'> & {
  icon?: IconName | undefined
  /** A colored dot instead of an icon; `dotLabel` says what the color means. */
  dotTone?: Tone | undefined
  dotLabel?: string | undefined
  /** The small line below the text. */
  detail?: ReactNode
  /** A button at the end. */
  action?: ReactNode
}

/** One line: an icon or dot, a text with a detail line, and an action. */
export function ListItem({ icon, dotTone, dotLabel, detail, action, children, ...native }: ListItemProps) {
  return (
    <li {...native} className={icon || dotTone ? led : item}>
      {icon && (
        <span className={lead}>
          <Icon name={icon} />
        </span>
      )}
      {dotTone && (
        <span className={lead}>
          <span
            className={dot[dotTone]}
            {...(dotLabel ? { role: 'img', 'aria-label': dotLabel, title: dotLabel } : {})}
          />
        </span>
      )}
      <div>
        {children}
        {detail && <span className={detailClass}>{detail}</span>}
      </div>
      {action}
    </li>
  )
}
