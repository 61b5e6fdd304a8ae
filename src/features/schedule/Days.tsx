import { useQuery } from 'urql'
import { type Frame, useFrame } from '#client/frame.ts'
import { useNews } from '#client/useNews.ts'
import { can } from '#domain/access/policy.ts'
import { type Day, showShortDay, showWeekday } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { CardBody } from '#ui/Card.tsx'
import { small } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { CalendarCard } from './CalendarCard.tsx'
import type { Column } from './Column.ts'
import { type Availability, closedTimes, workOn } from './closedTimes.ts'
import { ProviderTag, ProviderTones } from './ProviderTag.tsx'
import { distinct, type Provider, tonesOf } from './providerLook.ts'
import { useAssignable } from './providers.ts'
import { calendarVariables, dayIn, daysOf, viewIn } from './scheduleAddress.ts'
import { type EmptySlot, TimeGrid } from './TimeGrid.tsx'
import { useReschedule } from './useReschedule.tsx'
import type { Visit } from './Visit.ts'

export const scheduleCalendarQuery = graphql(`
  query ScheduleCalendar($from: DateTime!, $to: DateTime!, $providerId: ID, $status: AppointmentStatus) {
    appointments(from: $from, to: $to, providerId: $providerId, status: $status, first: 100) {
      totalCount
      edges { node { ...CalendarBlock } }
    }
    workingHours { id providerId weekday startsAt endsAt }
    closures(from: $from, to: $to) { id providerId startsAt endsAt reason }
  }
`)

type Props = {
  query: URLSearchParams
  onOpen: (appointmentId: string) => void
  onBook: (slot: EmptySlot) => void
}

/** The calendar of a week by day, or of a day by provider. */
export function Days({ query, onOpen, onBook }: Props) {
  const frame = useFrame()
  const variables = calendarVariables(query, frame)
  const [{ data, stale, fetching }, reload] = useQuery({ query: scheduleCalendarQuery, variables })
  const { reschedule, withWishes, dialog } = useReschedule(() => reload({ requestPolicy: 'network-only' }))
  const found = data?.appointments.edges.map(({ node }) => node) ?? []
  const news = useNews({
    items: data && !fetching ? found : null,
    list: JSON.stringify(variables),
    isNewNews: true,
    stateOf: slotOf,
    wordsOf: async (changes) => (await import('./visitNews.ts')).visitNews(changes, frame.timeZone),
  })
  // A cancelled appointment frees its slot, so it is shown only with a status filter.
  const visits = withWishes(
    query.has('status') ? found : found.filter(({ status }) => status !== 'cancelled'),
  )
  const assignable = useAssignable()
  const missing = (data?.appointments.totalCount ?? 0) - found.length
  const [view, day] = [viewIn(query), dayIn(query, frame)]
  const availability = { hours: data?.workingHours ?? [], closures: data?.closures ?? [] }
  const columns = (
    view === 'day'
      ? providerColumns(
          day,
          visits,
          columnProviders({ day, query, viewer: frame.viewer, assignable, visits, availability }),
        )
      : daysOf(view, day).map((one) => dayColumn(one, visits))
  ).map((column) => withAvailability(column, chosenOf(query, assignable), availability, frame.timeZone))
  return (
    <ProviderTones value={tonesOf(assignable)}>
      <CalendarCard
        query={query}
        providers={chipProviders(query, assignable, visits)}
        isBusy={stale || fetching}
        isReplacing={fetching && data !== undefined}
        news={news.sentence}
      >
        {missing > 0 && (
          <CardBody>
            <p className={small}>
              The first {found.length} appointments are shown. {missing} more are in the list. Choose a
              provider to see all their appointments.
            </p>
          </CardBody>
        )}
        <TimeGrid
          columns={columns}
          query={query}
          changed={news.changed}
          onOpen={onOpen}
          onBook={(slot) =>
            onBook({ ...slot, provider: slot.provider ?? chosenOf(query, assignable) ?? null })
          }
          onMove={(visit, to) => void reschedule(visit, to)}
        />
        {dialog}
      </CalendarCard>
    </ProviderTones>
  )
}

const slotOf = ({ scheduledAt, duration, status, provider }: Visit) =>
  [scheduledAt, duration, status, provider.id].join(' ')

type PlainColumn = Omit<Column, 'closed' | 'work'>

const dayColumn = (day: Day, visits: readonly Visit[]): PlainColumn => ({
  key: day,
  day,
  provider: null,
  label: showWeekday(day),
  heading: showShortDay(day),
  visits,
})

const providerColumns = (day: Day, visits: readonly Visit[], providers: readonly Provider[]): PlainColumn[] =>
  providers.map((one) => ({
    key: one.id,
    day,
    provider: one,
    label: fullName(one),
    heading: <ProviderTag provider={one} isNamed />,
    visits: visits.filter(({ provider }) => provider.id === one.id),
  }))

/** Adds the working hours and closures of the column's provider, or of the one in the URL. */
function withAvailability(
  column: PlainColumn,
  chosen: Provider | undefined,
  availability: Availability,
  timeZone: string,
): Column {
  const { day, provider } = column
  const whose = provider?.id ?? chosen?.id ?? null
  const work = (whose && workOn(day, whose, availability)) || []
  return {
    ...column,
    closed: closedTimes(day, whose, availability, timeZone),
    work: work.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt })),
  }
}

type DayOfProviders = {
  day: Day
  query: URLSearchParams
  viewer: Frame['viewer']
  assignable: readonly Provider[]
  visits: readonly Visit[]
  availability: Availability
}

/** The providers of a day: those with appointments or working hours, and the user, who may book. */
function columnProviders({
  day,
  query,
  viewer,
  assignable,
  visits,
  availability,
}: DayOfProviders): Provider[] {
  const chosen = chosenOf(query, assignable)
  if (chosen) return [chosen]
  const seen = [
    ...visits.map(({ provider }) => provider),
    ...assignable.filter(({ id }) => workOn(day, id, availability)?.length),
  ]
  return distinct(can(viewer, 'appointment.book') || seen.length === 0 ? [...seen, viewer] : seen)
}

/** The provider in the URL. */
const chosenOf = (query: URLSearchParams, assignable: readonly Provider[]): Provider | undefined =>
  assignable.find(({ id }) => id === query.get('provider'))

/** A small team is listed whole, so that one press leads from one provider to another. */
const TEAM_MAX = 8

function chipProviders(
  query: URLSearchParams,
  assignable: readonly Provider[],
  visits: readonly Visit[],
): Provider[] {
  if (assignable.length <= TEAM_MAX) return distinct(assignable)
  const chosen = chosenOf(query, assignable)
  return distinct([...visits.map(({ provider }) => provider), ...(chosen ? [chosen] : [])])
}
