import { useEffect, useState } from 'react'
import { useFrame } from '#client/frame.ts'

/** The time of the render, and from then on the current minute, for a page that stays open all day. */
export function useNow(): Date {
  const frame = useFrame()
  const [now, setNow] = useState(() => new Date(frame.now))
  useEffect(() => {
    const opened = Date.now()
    const rendered = new Date(frame.now).getTime()
    // The browser's clock may be wrong, so only the time that passed is taken from it.
    const timer = setInterval(() => setNow(new Date(rendered + Date.now() - opened)), 60_000)
    return () => clearInterval(timer)
  }, [frame.now])
  return now
}
