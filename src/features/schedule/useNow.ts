import { useEffect, useState } from 'react'
import { useFrame } from '#client/frame.ts'

const MINUTE = 60_000

/** The current time by the server's clock, which advances every minute while the page is open. */
export function useNow(): Date {
  const frame = useFrame()
  const [minutes, setMinutes] = useState(0)
  useEffect(() => {
    const from = performance.now()
    const timer = setInterval(() => setMinutes(Math.floor((performance.now() - from) / MINUTE)), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return new Date(Date.parse(frame.now) + minutes * MINUTE)
}
