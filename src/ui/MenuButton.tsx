import { type KeyboardEvent, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './iconPaths.ts'
import { onIntent } from './intent.ts'
import { lazy } from './lazy.tsx'
import type { MenuItem } from './menuItem.ts'
import { notLoaded, OnDemand } from './OnDemand.tsx'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazy(() => loadMenu().then((module) => module.Menu))

const openingKeys = new Set(['Enter', ' ', 'ArrowDown'])

type MenuButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  /** The accessible name of the button and of its menu. */
  label: string
  /** Absent until `onWant` has brought them. */
  items: readonly MenuItem[] | undefined
  onAction: (id: string) => void
  /** The button was pointed at, focused or pressed, so what the menu lists may be fetched. */
  onWant?: (() => unknown) | undefined
  icon?: IconName | undefined
  /** Words on the button; without them it is the icon alone. */
  children?: string | undefined
  isDisabled?: boolean | undefined
}

/** A button that opens a menu. The menu's code is fetched when the button is pointed at, focused or pressed. */
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
    if (!items) Promise.resolve(onWant?.()).catch(notLoaded)
    setOpened(true)
    setOpen(true)
  }

  const native = {
    ...onIntent(() => Promise.all([onWant?.(), loadMenu()])),
    ref: trigger,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      // Not left to the click that follows, which react-aria takes for a screen reader's and answers by moving the focus late.
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
