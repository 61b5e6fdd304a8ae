import { Button } from '#ui/Button.tsx'
import { Dialog, DialogFoot } from '#ui/Dialog.tsx'

type Props = { message: string; onAnswer: (isAgreed: boolean) => void }

/** Asks whether to move an appointment to a slot that the server refused. */
export function BookAnywayDialog({ message, onAnswer }: Props) {
  return (
    <Dialog
      title="Book Anyway?"
      description={`${message}.`}
      role="alertdialog"
      onClose={() => onAnswer(false)}
    >
      <DialogFoot>
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
        <Button variant="primary" onClick={() => onAnswer(true)}>
          Book Anyway
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
