import { useQuery } from 'urql'
import { changeAddress } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { addDays, clinicDay, type Day, showWeekday } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { ScheduleAgendaQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { onIntent } from '#ui/intent.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { small } from '#ui/type.css.ts'
import { type AdjacentPages, PageLinks, pagesAround } from '../paging/PageLinks.tsx'
import { AgendaFilters } from './AgendaFilters.tsx'
import { AgendaRow } from './AgendaRow.tsx'
import type { AppointmentRow } from './AppointmentRow.ts'
import { useAssignable } from './providers.ts'
import { dayHead, dayList } from './Schedule.css.ts'
import { agendaVariables, firstPage, into, isPast } from './scheduleAddress.ts'

import type { OnAppointmentAction } from './useAppointmentActions.tsx'

export const scheduleAgendaQuery = graphql(`
  query ScheduleAgenda(
    $first: Int, $after: String, $last: Int, $before: String
    $upcoming: Boolean, $from: DateTime, $to: DateTime, $providerId: ID, $status: AppointmentStatus
  ) {
    appointments(
      first: $first, after: $after, last: $last, before: $before
      upcoming: $upcoming, from: $from, to: $to, providerId: $providerId, status: $status
    ) {
      totalCount
      isTotalExact
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { node { ...AppointmentRow } }
    }
  }
`)

type Props = {
  query: URLSearchParams
  onAction: OnAppointmentAction
  isPending: (appointment: AppointmentRow) => boolean
}

/** Upcoming or past appointments by day, filtered by the page's URL. */
export function Agenda({ query, onAction, isPending }: Props) {
  const frame = useFrame()
  const providers = useAssignable()
  const variables = agendaVariables(query, frame)
  const [{ data, error, stale, fetching }] = useQuery({ query: scheduleAgendaQuery, variables })
  const found = data?.appointments
  const rows = found?.edges.map(({ node }) => node) ?? []
  const isBackward = isPast(query)

  return (
    <Card aria-busy={stale || fetching} isReplacing={fetching && found !== undefined}>
      <CardHead title={isBackward ? 'Past Appointments' : 'Upcoming Appointments'}>
        <span className={small}>Total: {countText(found)} appointments</span>
        <Button
          size="small"
          icon="calendar"
          {...onIntent(() => import('./CalendarFeedDialog.tsx'))}
          onClick={() => onAction('subscribe', null)}
        >
          Subscribe
        </Button>
        <Button
          size="small"
          icon="clock"
          {...onIntent(() => import('./AvailabilityDialog.tsx'))}
          onClick={() => onAction('availability', null)}
        >
          Hours and Closures
        </Button>
      </CardHead>
      <AgendaFilters query={query} providers={providers} />
      {!found && !error && <Skeleton />}
      {!found && error && (
        <EmptyState text={errorMessage(error, 'The schedule could not be loaded. Try again.').message} />
      )}
      {found && rows.length === 0 && <Empty query={query} onBook={() => onAction('book', null)} />}
      {byDay(isBackward ? rows.toReversed() : rows, frame.timeZone).map(({ day, appointments }) => (
        // While another list is loading, these rows are outdated, and an open menu would disappear with them.
        <section key={day} aria-label={showWeekday(day)} inert={fetching}>
          <h3 className={dayHead}>
            {showWeekday(day)}{' '}
            <span className={small}>{nearby(day, clinicDay(frame.now, frame.timeZone))}</span>
          </h3>
          <ul role="list" className={dayList}>
            {appointments.map((one) => (
              <AgendaRow key={one.id} appointment={one} onAction={onAction} isPending={isPending(one)} />
            ))}
          </ul>
        </section>
      ))}
      {found && <PageLinks into={into} query={query} {...pagesOf(query, found.pageInfo)} />}
    </Card>
  )
}

type Connection = ScheduleAgendaQuery['appointments']

const countText = (found: Connection | undefined) =>
  found ? `${found.totalCount.toLocaleString('en-US')}${found.isTotalExact ? '' : '+'}` : '…'

const nearby = (day: Day, today: Day) =>
  ({ [addDays(today, -1)]: 'Yesterday', [today]: 'Today', [addDays(today, 1)]: 'Tomorrow' })[day] ?? ''

/** Groups rows by day in their order. */
function byDay(rows: readonly AppointmentRow[], timeZone: string) {
  const days = Map.groupBy(rows, ({ scheduledAt }) => clinicDay(scheduledAt, timeZone))
  return [...days].map(([day, appointments]) => ({ day, appointments }))
}

function Empty({ query, onBook }: { query: URLSearchParams; onBook: () => void }) {
  const { viewer } = useFrame()
  const isNarrowed = ['provider', 'status', 'after', 'before'].some((name) => query.has(name))
  return (
    <EmptyState text="No appointments scheduled">
      <p className={small}>Note: Patients must have signed consent forms before scheduling</p>
      {isNarrowed ? (
        <Button size="small" onClick={() => changeAddress({ ...firstPage, provider: null, status: null })}>
          Clear Filters
        </Button>
      ) : (
        can(viewer, 'appointment.book') &&
        !isPast(query) && (
          <Button size="small" icon="calendar" onClick={onBook}>
            Schedule Appointment
          </Button>
        )
      )}
    </EmptyState>
  )
}

/** The past is listed backwards, so previous and next are swapped. */
function pagesOf(
  query: URLSearchParams,
  pageInfo: ScheduleAgendaQuery['appointments']['pageInfo'],
): AdjacentPages {
  const { previous, next } = pagesAround(pageInfo)
  return isPast(query) ? { previous: next, next: previous } : { previous, next }
}
