import { useEffect, useState } from 'react'
import { type Frame, useFrame } from '#client/frame.ts'
import { SESSION_CHANNEL } from '#domain/access/session.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'

const IdleWatch = lazy(() => import('./IdleWatch.tsx').then((one) => one.IdleWatch))

/** Longer than this the milliseconds of a timer run over. */
const LONGEST_TIMER = 2_000_000_000

/** Weighs nothing until the end of the session may be near, or another tab says that it is over. */
export function SessionWatch() {
  const { session, now } = useFrame()
  const [news, setNews] = useState<'near' | 'over' | null>(null)
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    // A tab that may have to warn somebody hears that this one was just opened, and then of all that is done here.
    const at = Date.now() + Date.parse(session.endsAt) - Date.parse(now)
    channel.postMessage({ at, isFinal: session.isFinal })
    channel.onmessage = ({ data }) => setNews((before) => (data === 'over' ? 'over' : (before ?? 'near')))
    return () => channel.close()
  }, [session, now])
  useEffect(() => {
    if (news) return
    const due = Date.now() + left(session, now)
    const look = () => void (Date.now() >= due && setNews('near'))
    const timer = setTimeout(look, Math.min(due - Date.now(), LONGEST_TIMER))
    // A machine that slept kept no time.
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
    }
  }, [session, now, news])
  if (!news) return null
  return (
    <OnDemand>
      <IdleWatch isOver={news === 'over'} />
    </OnDemand>
  )
}

/** Milliseconds until somebody would be warned, if nothing were done until then. */
const left = ({ endsAt, noticeMinutes }: Frame['session'], now: string): number =>
  Date.parse(endsAt) - Date.parse(now) - noticeMinutes * 60_000
