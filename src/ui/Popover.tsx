import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { inside, sheet } from './Popover.css.ts'

type PopoverProps = {
  /** The accessible name. */
  label: string
  /** The control that opened the popover. It is the anchor and gets the focus back. */
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A panel next to its opener, for more than a menu. Escape and a click outside close it. */
export function Popover({ label, triggerRef, isOpen, onClose, children }: PopoverProps) {
  return (
    <AriaPopover
      className={sheet}
      triggerRef={triggerRef}
      placement="bottom end"
      offset={4}
      isOpen={isOpen}
      onOpenChange={(isStaying) => isStaying || onClose()}
    >
      <Dialog aria-label={label} className={inside}>
        {children}
      </Dialog>
    </AriaPopover>
  )
}
