import type { ReactNode } from 'react'
import type { Day } from '#domain/dates.ts'
import type { ClosedTime } from './closedTimes.ts'
import type { Provider } from './providerLook.ts'
import type { Visit } from './Visit.ts'

/** A column of the calendar: a day of everyone, or the day of one provider. */
export type Column = {
  key: string
  day: Day
  /** `null` for everyone. */
  provider: Provider | null
  /** What the heading says aloud. */
  label: string
  heading: ReactNode
  visits: readonly Visit[]
  /** What is shaded: closures, and the time outside working hours. */
  closed: readonly ClosedTime[]
  /** The working hours, which the grid shows whole. */
  work: readonly { from: number; to: number }[]
}
