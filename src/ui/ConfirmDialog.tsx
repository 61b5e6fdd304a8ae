import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogFoot } from './Dialog.tsx'

type ConfirmDialogProps = {
  title: string
  /** What becomes of it, and what stays. */
  description: ReactNode
  /** What the button that does it says. */
  verb: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is taken away for good. */
export function ConfirmDialog({ verb, onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog {...dialog} role="alertdialog">
      <DialogFoot>
        <Button onClick={dialog.onClose}>Cancel</Button>
        <Button variant="critical" isPending={dialog.isPending} onClick={onConfirm}>
          {verb}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
