import { type RefObject, useRef } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, Popover } from 'react-aria-components/Menu'
import { useFocusArrival } from './focusArrival.ts'
import { Icon } from './Icon.tsx'
import * as styles from './Menu.css.ts'
import type { MenuItem } from './menuItem.ts'
import { popover } from './Overlay.css.ts'

type MenuProps = {
  /** The accessible name; usually the label of the button that opens it. */
  label: string
  items: readonly MenuItem[]
  onAction: (id: string) => void
  /** The control that opened the menu. It is the anchor and gets the focus back. */
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
}

/** A menu next to the control that opened it. Screens use `MenuButton`, which loads it on demand. */
export function Menu({ label, items, onAction, triggerRef, isOpen, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  useFocusArrival(list, isOpen, '[role^="menuitem"]:not([aria-disabled])')
  const disabled = items.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)
  return (
    <Popover
      className={popover}
      aria-label={label}
      triggerRef={triggerRef}
      placement="bottom end"
      offset={4}
      isOpen={isOpen}
      onOpenChange={(isStaying) => isStaying || onClose()}
    >
      <AriaMenu
        ref={list}
        className={styles.menu}
        aria-label={label}
        autoFocus="first"
        disabledKeys={disabled}
        onClose={onClose}
        onAction={(id) => {
          onClose()
          onAction(String(id))
        }}
      >
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </AriaMenu>
    </Popover>
  )
}

function Item({ item }: { item: MenuItem }) {
  const classes = [styles.item, item.icon && styles.withIcon, item.tone === 'critical' && styles.critical]
  return (
    <AriaMenuItem
      id={item.id}
      textValue={item.label}
      className={classes.filter(Boolean).join(' ')}
      {...(item.href ? { href: item.href } : {})}
    >
      {item.icon && (
        <span className={styles.icon}>
          <Icon name={item.icon} />
        </span>
      )}
      <span>
        {item.label}
        {item.reason && <span className={styles.reason}>{item.reason}</span>}
      </span>
      {item.isCurrent && <Icon name="check" label="current" />}
    </AriaMenuItem>
  )
}
