import { type ComponentProps, useEffect, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import type { SessionEnd } from '#client/sessionClock.ts'
import { SESSION_CHANNEL } from '#domain/access/session.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { isPageReleased } from '#ui/unsaved.ts'
import { hidePage, leavePage } from './leavePage.ts'

const IdleWatch = lazy(() => import('./IdleWatch.tsx').then((one) => one.IdleWatch))

/** The maximum delay of a browser timer, in milliseconds. */
const LONGEST_TIMER = 2_000_000_000

/** How long the hidden page waits, after the end, for the code that asks the server. */
const PATIENCE_MS = 5_000

/**
 * Loads no code until the session is about to end, or another tab reports its end. If the code cannot be loaded, because the
 * network is down or a release has replaced it, the page is still cleared when the time is up.
 */
export function SessionWatch() {
  const { session, now } = useFrame()
  const [news, setNews] = useState<ComponentProps<typeof IdleWatch> | null>(null)
  useEffect(() => {
    // The page's times are by the server's clock. The session lasts this long from when the page was asked for.
    const at = performance.timeOrigin + Date.parse(session.endsAt) - Date.parse(now)
    let end: SessionEnd = { at, isFinal: session.isFinal }
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWatched = false
    const notice = session.noticeMinutes * 60_000
    const look = () => {
      if (isWatched) return
      clearTimeout(timer)
      const left = end.at - Date.now()
      hidePage(left <= 0)
      if (left > notice) {
        timer = setTimeout(look, Math.min(left - notice, LONGEST_TIMER))
        return
      }
      setNews((before) => before ?? { end, isOver: false, onStart })
      if (left > 0) timer = setTimeout(look, left)
      else goSoon()
    }
    const goSoon = () => {
      // Signing out on this page already leads to the sign-in page.
      if (isPageReleased()) return
      clearTimeout(timer)
      hidePage(true)
      timer = setTimeout(() => leavePage({ isReachable: false }), PATIENCE_MS)
    }
    const onStart = () => {
      isWatched = true
      clearTimeout(timer)
      hidePage(false)
    }
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    // Tells other tabs, which may show a warning, that this page was just opened.
    channel.postMessage(end)
    channel.onmessage = ({ data }) => {
      if (data === 'over') {
        setNews({ end, isOver: true, onStart })
        if (!isWatched) goSoon()
      }
      // Each response to this page or to another tab extends the session.
      else if (data.at > end.at) end = data
    }
    look()
    // Timers stop while a computer sleeps.
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    return () => {
      clearTimeout(timer)
      channel.close()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
    }
  }, [session, now])
  if (!news) return null
  return (
    <OnDemand>
      <IdleWatch {...news} />
    </OnDemand>
  )
}
