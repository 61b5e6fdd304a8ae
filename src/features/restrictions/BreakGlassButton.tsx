import { useEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'

const Reviews = lazy(() => import('./BreakGlassReviews.tsx').then((one) => one.BreakGlassReviews))

/** Opens the list of break-the-glass accesses; at once if the user came from an alert. */
export function BreakGlassButton({ isWanted }: { isWanted: boolean }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(isWanted), [isWanted])
  return (
    <>
      <Button size="small" icon="lock" {...onIntent(Reviews.load)} onClick={() => setOpen(true)}>
        Break-Glass Access
      </Button>
      {isOpen && (
        <OnDemand>
          <Reviews onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  )
}
