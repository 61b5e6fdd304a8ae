import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { useNews } from '#client/useNews.ts'
import { amountOf } from '#domain/amount.ts'
import { clinicDay, type Day, showShortDay, showWeekday } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { fullName } from '../patients/PatientRow.ts'
import * as styles from './Calendar.css.ts'
import { CalendarCard } from './CalendarCard.tsx'
import { ProviderTag, ProviderTones } from './ProviderTag.tsx'
import { distinct, type Provider, tonesOf } from './providerLook.ts'
import { useAssignable } from './providers.ts'
import { dayIn, daysOf, into, monthVariables } from './scheduleAddress.ts'

export const scheduleMonthQuery = graphql(`
  query ScheduleMonth($from: Date!, $to: Date!, $providerId: ID, $status: AppointmentStatus) {
    appointmentDays(from: $from, to: $to, providerId: $providerId, status: $status) { day providerId count }
  }
`)

/** The providers of a day that a cell has room for. */
const TAGS_MAX = 3

/** A month by day: how many appointments each provider has. Each day leads to its Day view. */
export function Month({ query }: { query: URLSearchParams }) {
  const frame = useFrame()
  const variables = monthVariables(query, frame)
  const [{ data, stale, fetching }] = useQuery({ query: scheduleMonthQuery, variables })
  const providers = useAssignable()
  const byId = new Map(providers.map((one) => [one.id, one]))
  const counts = Map.groupBy(data?.appointmentDays ?? [], ({ day }) => day)
  const days = daysOf('month', dayIn(query, frame))
  const loadsOf = (day: Day): Load[] =>
    (counts.get(day) ?? []).map(({ providerId, count }) => ({ provider: byId.get(providerId), count }))
  const news = useNews({
    items: data && !fetching ? days.map((day) => ({ id: day, loads: counts.get(day) ?? [] })) : null,
    list: JSON.stringify(variables),
    stateOf: ({ loads }) => JSON.stringify(loads),
    wordsOf: async (changes) =>
      (await import('./visitNews.ts')).dayNews(
        changes.map(({ now }) => ({ day: now.id, count: totalOf(now.loads) })),
      ),
  })
  const counted = [...new Set(data?.appointmentDays.map(({ providerId }) => providerId))]
  return (
    <ProviderTones value={tonesOf(providers)}>
      <CalendarCard
        query={query}
        providers={distinct(counted.flatMap((id) => byId.get(id) ?? []))}
        isBusy={stale || fetching}
        isReplacing={fetching && data !== undefined}
        news={news.sentence}
      >
        <div className={styles.weekdays} aria-hidden="true">
          {days.slice(0, 7).map((day) => (
            <span key={day}>{showShortDay(day).slice(0, 3)}</span>
          ))}
        </div>
        <ul role="list" className={styles.month}>
          {days.map((day) => (
            <DayCell
              key={day}
              query={query}
              day={day}
              loads={loadsOf(day)}
              isChanged={news.changed.has(day)}
            />
          ))}
        </ul>
      </CalendarCard>
    </ProviderTones>
  )
}

/** A provider's appointments of a day. A former user has no name here. */
type Load = { provider: Provider | undefined; count: number }

const totalOf = (loads: readonly Pick<Load, 'count'>[]) => loads.reduce((sum, { count }) => sum + count, 0)

type DayCellProps = {
  query: URLSearchParams
  day: Day
  loads: readonly Load[]
  /** Whether another user has just changed the day. */
  isChanged: boolean
}

function DayCell({ query, day, loads, isChanged }: DayCellProps) {
  const { now, timeZone } = useFrame()
  const isOutside = day.slice(0, 7) !== dayIn(query, { now, timeZone }).slice(0, 7)
  const total = amountOf(totalOf(loads), 'appointment')
  const named = loads.flatMap(({ provider, count }) => (provider ? [{ provider, count }] : []))
  const details = named.map(({ provider, count }) => `${fullName(provider)} ${count}`)
  return (
    <li className={styles.cell}>
      <a
        className={styles.cellLink}
        aria-current={day === clinicDay(now, timeZone) ? 'date' : undefined}
        data-outside={isOutside || undefined}
        data-changed={isChanged || undefined}
        {...into(query, { view: 'day', date: day, week: null })}
      >
        <span className={styles.cellDay}>
          {Number(day.slice(8))}
          <span className={styles.spoken}>
            , {[showWeekday(day), loads.length > 0 ? total : 'no appointments', ...details].join(', ')}
          </span>
        </span>
        {loads.length > 0 && (
          <span className={styles.cellTotal} aria-hidden="true">
            {total}
          </span>
        )}
        <span className={styles.cellTags} aria-hidden="true">
          {named.slice(0, TAGS_MAX).map(({ provider, count }) => (
            <span key={provider.id}>
              <ProviderTag provider={provider} /> {count}
            </span>
          ))}
          {named.length > TAGS_MAX && <span>+{named.length - TAGS_MAX}</span>}
        </span>
      </a>
    </li>
  )
}
