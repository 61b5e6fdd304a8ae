import { useFrame } from '#client/frame.ts'
import { showAge, showExactly, showInstantDay, showMoment } from '#domain/dates.ts'

/** An instant in the clinic's time zone, 'Jan 5, 3:04 PM', with the exact time as tooltip. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useFrame()
  return (
    <time dateTime={at} title={showExactly(at, timeZone)}>
      {showMoment(at, timeZone)}
    </time>
  )
}

/** The day of an instant, 'Jan 5, 2026', with the exact time as tooltip. */
export function MomentDay({ at }: { at: string }) {
  const { timeZone } = useFrame()
  return (
    <time dateTime={at} title={showExactly(at, timeZone)}>
      {showInstantDay(at, timeZone)}
    </time>
  )
}

/** The age of something: 'today', '1 day', '12 days'. */
export function Age({ since }: { since: string }) {
  const { timeZone, now } = useFrame()
  return (
    <time dateTime={since} title={`Since ${showExactly(since, timeZone)}`}>
      {showAge(since, now, timeZone)}
    </time>
  )
}
