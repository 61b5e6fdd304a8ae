import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogFoot } from './Dialog.tsx'

type ConfirmDialogProps = {
  title: string
  /** What will happen and what stays. */
  description: ReactNode
  /** The label of the confirming button. */
  verb: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before something is removed permanently. */
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
