import { Button } from '#ui/Button.tsx'
import { DialogFoot } from '#ui/Dialog.tsx'

type BookingFootProps = {
  verb: string
  /** The time that was asked for is taken, and whoever asks may book it all the same. */
  isTaken: boolean
  isPending: boolean
  onBookAnyway: () => void
  onClose: () => void
}

/** The buttons under a form that books a time. */
export function BookingFoot({ verb, isTaken, isPending, onBookAnyway, onClose }: BookingFootProps) {
  return (
    <DialogFoot>
      <Button onClick={onClose}>Cancel</Button>
      {isTaken && (
        <Button isPending={isPending} onClick={onBookAnyway}>
          Book Anyway
        </Button>
      )}
      <Button type="submit" variant="primary" isPending={isPending}>
        {verb}
      </Button>
    </DialogFoot>
  )
}
