import type { ReactNode } from 'react'
import { useFrame } from '#client/frame.ts'
import { type Day, showDay, showMonth, showWeekday, sundayOf } from '#domain/dates.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import * as styles from './Calendar.css.ts'
import { ProviderTag } from './ProviderTag.tsx'
import type { Provider } from './providerLook.ts'
import {
  type CalendarView,
  calendarViews,
  dayIn,
  firstPage,
  into,
  stepFrom,
  viewIn,
} from './scheduleAddress.ts'
import { useIsAlive } from './useIsAlive.ts'

const names: Record<CalendarView, string> = { day: 'Day', week: 'Week', month: 'Month' }

const titles: Record<CalendarView, (day: Day) => string> = {
  day: (day) => `${showWeekday(day)}, ${day.slice(0, 4)}`,
  week: (day) => `Week of ${showDay(sundayOf(day))}`,
  month: showMonth,
}

type Props = {
  query: URLSearchParams
  /** The providers to filter by, who are also the legend of the colors. */
  providers: readonly Provider[]
  isBusy: boolean
  isReplacing: boolean
  /** What other users have just changed. */
  news: string
  children: ReactNode
}

/** The frame of the calendar: which days, in which view and of whom. All of it is in the URL. */
export function CalendarCard({ query, providers, isBusy, isReplacing, news, children }: Props) {
  const frame = useFrame()
  // Left out of the server's HTML: there is no news yet, and a full week is at the size limit of a page.
  const isAlive = useIsAlive()
  const [view, day] = [viewIn(query), dayIn(query, frame)]
  return (
    <Card aria-busy={isBusy} isReplacing={isReplacing}>
      <CardHead title={titles[view](day)}>
        <nav className={styles.links} aria-label={names[view]}>
          <Step query={query} by={-1} />
          <ButtonLink size="small" {...into(query, { date: null, week: null })}>
            Today
          </ButtonLink>
          <Step query={query} by={1} />
        </nav>
        <nav className={styles.links} aria-label="View">
          {calendarViews.map((one) => (
            <Chip key={one} {...into(query, { view: one, date: day, week: null })} isCurrent={one === view}>
              {names[one]}
            </Chip>
          ))}
        </nav>
      </CardHead>
      <ProviderChips query={query} providers={providers} />
      {isAlive && (
        <p role="status" className={styles.spoken}>
          {news}
        </p>
      )}
      {children}
    </Card>
  )
}

function Step({ query, by }: { query: URLSearchParams; by: 1 | -1 }) {
  const frame = useFrame()
  const view = viewIn(query)
  const date = stepFrom(view, dayIn(query, frame), by)
  return (
    <ButtonLink
      size="small"
      icon={by === 1 ? 'chevronRight' : 'chevronLeft'}
      isIconOnPhone
      {...into(query, { date, week: null })}
    >
      {`${by === 1 ? 'Next' : 'Previous'} ${names[view]}`}
    </ButtonLink>
  )
}

function ProviderChips({ query, providers }: Pick<Props, 'query' | 'providers'>) {
  const chosen = query.get('provider')
  if (providers.length === 0) return null
  return (
    <Chips label="Providers">
      <Chip {...into(query, { ...firstPage, provider: null })} isCurrent={!chosen}>
        Any Provider
      </Chip>
      {providers.map((one) => (
        <Chip key={one.id} {...into(query, { ...firstPage, provider: one.id })} isCurrent={one.id === chosen}>
          <ProviderTag provider={one} isNamed />
        </Chip>
      ))}
    </Chips>
  )
}
