import { type KeyboardEvent, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { loadWhenConnected } from './connection.ts'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './iconPaths.ts'
import { onIntent } from './intent.ts'
import { lazy } from './lazy.tsx'
import type { MenuItem } from './menuItem.ts'
import { notLoaded, OnDemand } from './OnDemand.tsx'

const Menu = lazy(() => import('./Menu.tsx').then((one) => one.Menu))

const openingKeys = new Set(['Enter', ' ', 'ArrowDown'])

type MenuButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  /** The accessible name of the button and its menu. */
  label: string
  /** Undefined until `onWant` has loaded them. */
  items: readonly MenuItem[] | undefined
  onAction: (id: string) => void
  /** Called when the button is hovered, focused or pressed, to load the items. */
  onWant?: (() => unknown) | undefined
  icon?: IconName | undefined
  /** The button's text; without it only the icon is shown. */
  children?: string | undefined
  isDisabled?: boolean | undefined
}

/** A button that opens a menu. The menu's code loads when the button is hovered, focused or pressed. */
export function MenuButton({
  label,
  items,
  onAction,
  onWant,
  icon = 'more',
  children,
  variant,
  size,
  isDisabled,
}: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  function open() {
    if (!items) loadWhenConnected(async () => onWant?.()).catch(notLoaded)
    setOpened(true)
    setOpen(true)
  }

  const native = {
    ...onIntent(() => Promise.all([onWant?.(), Menu.load()])),
    ref: trigger,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      // Opens on keydown: react-aria takes the later click for a screen reader's and moves the focus late.
      if (!openingKeys.has(event.key)) return
      event.preventDefault()
      open()
    },
  } as const

  return (
    <>
      {children ? (
        <Button
          {...native}
          variant={variant}
          size={size}
          isDisabled={isDisabled}
          icon={icon}
          aria-label={label}
        >
          {children}
        </Button>
      ) : (
        <IconButton
          {...native}
          icon={icon}
          label={label}
          variant={variant ?? 'quiet'}
          size={size}
          isDisabled={isDisabled}
        />
      )}
      {wasOpened && items && (
        <OnDemand>
          <Menu
            label={label}
            items={items}
            onAction={onAction}
            triggerRef={trigger}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </OnDemand>
      )}
    </>
  )
}
