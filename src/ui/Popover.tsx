import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { inside, sheet } from './Popover.css.ts'

type PopoverProps = {
  /** Names the sheet. */
  label: string
  /** The control that opened it; the sheet stands beside it and gives the focus back to it. */
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A sheet beside the control that opened it, for what is more than a menu. Escape and a press beside it close it. */
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
