import { useEffect, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { healthOf } from '#client/health.ts'
import { type Idleness, watchIdleness } from '#client/idle.ts'
import { learnSessionEnd, type SessionEnd } from '#client/sessionClock.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { isPageReleased } from '#ui/unsaved.ts'
import { hidePage, leavePage } from './leavePage.ts'

const IdleWarning = lazy(() => import('./IdleWarning.tsx').then((one) => one.IdleWarning))

type Props = { end: SessionEnd; isOver: boolean; onStart: () => void }

/**
 * Warns before an idle session ends, and hides the page when it has. `end` is the latest end that the page knows,
 * `isOver` whether another tab has found the session ended, and `onStart` is called when this component watches.
 */
export function IdleWatch({ end, isOver, onStart }: Props) {
  const { session } = useFrame()
  const [idleness, setIdleness] = useState<Idleness>('calm')
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    onStart()
    learnSessionEnd(end)
    return watchIdleness({
      notice: session.noticeMinutes * 60_000,
      isOver,
      ask: healthOf,
      tell(next) {
        // Signing out on this page already leads to the sign-in page.
        if (isPageReleased()) return
        setIdleness(next)
        setDismissed(false)
        hidePage(next === 'hidden' || next === 'over')
        if (next === 'over' || next === 'lost') leavePage({ isReachable: next === 'over' })
      },
    })
  }, [session, end, isOver, onStart])
  if (idleness !== 'warned' || isDismissed) return null
  return (
    <OnDemand>
      <IdleWarning onDismiss={() => setDismissed(true)} />
    </OnDemand>
  )
}
