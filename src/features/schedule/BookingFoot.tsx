import { Button } from '#ui/Button.tsx'
import { DialogFoot } from '#ui/Dialog.tsx'

type BookingFootProps = {
  verb: string
  /** Whether the requested time is busy and the user may book it anyway. */
  isTaken: boolean
  isPending: boolean
  onBookAnyway: () => void
  onClose: () => void
}

/** The buttons of a booking form. */
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
