import { useEffect, useState } from 'react'
import { type Frame, useFrame } from '#client/frame.ts'
import { SESSION_CHANNEL } from '#domain/access/session.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'

const IdleWatch = lazy(() => import('./IdleWatch.tsx').then((one) => one.IdleWatch))

/** The maximum delay of a browser timer, in milliseconds. */
const LONGEST_TIMER = 2_000_000_000

/** Loads no code until the session may be about to end, or another tab reports its end. */
export function SessionWatch() {
  const { session, now } = useFrame()
  const [news, setNews] = useState<'near' | 'over' | null>(null)
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    // Tells other tabs, which may show a warning, that this page was just opened; its later activity follows.
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
    // Timers stop while a computer sleeps.
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

/** Milliseconds until the warning if the user stays idle. */
const left = ({ endsAt, noticeMinutes }: Frame['session'], now: string): number =>
  Date.parse(endsAt) - Date.parse(now) - noticeMinutes * 60_000
