import { useEffect, useState } from 'react'
import { type Client, useClient } from 'urql'
import { background } from '#client/background.ts'
import { useFrame } from '#client/frame.ts'
import { type Health, type Idleness, watchIdleness } from '#client/idle.ts'
import { learnSessionEnd, type SessionEnd } from '#client/sessionClock.ts'
import { graphql } from '#generated/gql.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { hidePage, leavePage } from './leavePage.ts'

const IdleWarning = lazy(() => import('./IdleWarning.tsx').then((one) => one.IdleWarning))

/** Asks only who is signed in, which shows whether the session is valid. */
const whoIsThere = graphql(`query IdleWatch { me { id } }`)

/**
 * Warns before an idle session ends, and hides the page when it has. `end` is the latest end that the page knows,
 * and `isOver` whether another tab has found the session ended.
 */
export function IdleWatch({ end, isOver }: { end: SessionEnd; isOver: boolean }) {
  const { session } = useFrame()
  const client = useClient()
  const [idleness, setIdleness] = useState<Idleness>('calm')
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    learnSessionEnd(end)
    return watchIdleness({
      notice: session.noticeMinutes * 60_000,
      isOver,
      ask: () => healthOf(client),
      tell(next) {
        setIdleness(next)
        setDismissed(false)
        hidePage(next === 'hidden' || next === 'over')
        if (next === 'over' || next === 'lost') leavePage({ isReachable: next === 'over' })
      },
    })
  }, [client, session, end, isOver])
  if (idleness !== 'warned' || isDismissed) return null
  return (
    <OnDemand>
      <IdleWarning onDismiss={() => setDismissed(true)} />
    </OnDemand>
  )
}

async function healthOf(client: Client): Promise<Health> {
  const { data, error } = await client
    .query(whoIsThere, {}, { requestPolicy: 'network-only', fetchOptions: background })
    .toPromise()
  // A cached result does not count.
  if (error || !data) return 'unknown'
  return data.me ? 'alive' : 'over'
}
