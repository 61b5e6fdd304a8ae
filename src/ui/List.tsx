import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'
import { detail as detailClass, dot, item, lead, led, list } from './List.css.ts'
import type { Tone } from './theme.css.ts'

type ListProps = {
  label?: string | undefined
  /** Id of the heading that names it. */
  labelledBy?: string | undefined
  children: ReactNode
}

/** Short lines under each other inside a card. */
export function List({ label, labelledBy, children }: ListProps) {
  return (
    <ul role="list" aria-label={label} aria-labelledby={labelledBy} className={list}>
      {children}
    </ul>
  )
}

type ListItemProps = Omit<ComponentPropsWithRef<'li'>, 'className' | 'style' | 'title'> & {
  icon?: IconName | undefined
  /** A coloured dot instead of an icon; `dotLabel` says in a word what the colour says. */
  dotTone?: Tone | undefined
  dotLabel?: string | undefined
  /** The small line under the text. */
  detail?: ReactNode
  /** A button at the end. */
  action?: ReactNode
}

/** One line: a drawing or dot, a text with a small line under it, an action. */
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
