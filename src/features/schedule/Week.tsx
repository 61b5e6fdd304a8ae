import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { appointmentStatusWord, endOf } from '#domain/appointments/appointment.ts'
import { addDays, clinicDay, type Day, showDay, showShortDay, showTime, showWeekday } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { WeekBlockFragment } from '#generated/graphql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { small } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { into, weekIn, weekVariables } from './scheduleAddress.ts'

import * as styles from './Week.css.ts'
import { type Block, blocksOf, hoursOf, STEP } from './weekLayout.ts'

/** The content of a block. Details load when it is opened. */
export const weekBlock = graphql(`
  fragment WeekBlock on Appointment {
    id scheduledAt duration status
    patient { id firstName lastName }
    provider { id firstName lastName }
  }
`)

export const scheduleWeekQuery = graphql(`
  query ScheduleWeek($from: DateTime!, $to: DateTime!, $providerId: ID, $status: AppointmentStatus) {
    appointments(from: $from, to: $to, providerId: $providerId, status: $status, first: 100) {
      totalCount
      edges { node { ...WeekBlock } }
    }
  }
`)

type Props = { query: URLSearchParams; onOpen: (appointmentId: string) => void }

/** A week from Sunday in the clinic's time zone, next to the agenda if there is room. */
export function Week({ query, onOpen }: Props) {
  const frame = useFrame()
  const sunday = weekIn(query, frame)
  const days = [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(sunday, offset))
  const [{ data, stale }] = useQuery({
    query: scheduleWeekQuery,
    variables: weekVariables(query, frame),
  })
  const found = data?.appointments.edges.map(({ node }) => node) ?? []
  // A canceled appointment frees its slot, so it is shown only with a status filter.
  const listed = query.has('status') ? found : found.filter(({ status }) => status !== 'cancelled')
  const shown = days.map((day) => ({ day, blocks: blocksOf(listed, day, frame.timeZone) }))
  const missing = (data?.appointments.totalCount ?? 0) - found.length
  const today = clinicDay(frame.now, frame.timeZone)

  return (
    <div className={styles.wide}>
      <Card aria-busy={stale}>
        <CardHead title={`Week of ${showDay(sunday)}`}>
          <WeekLinks query={query} sunday={sunday} />
        </CardHead>
        {missing > 0 && (
          <CardBody>
            <p className={small}>
              The first {found.length} appointments this week are shown. {missing} more are in the list.
              Choose a provider to see all their appointments.
            </p>
          </CardBody>
        )}
        <Grid shown={shown} today={today} onOpen={onOpen} />
      </Card>
    </div>
  )
}

function WeekLinks({ query, sunday }: { query: URLSearchParams; sunday: Day }) {
  return (
    <nav className={styles.links} aria-label="Week">
      <ButtonLink size="small" icon="chevronLeft" {...into(query, { week: addDays(sunday, -7) })}>
        Previous Week
      </ButtonLink>
      <ButtonLink size="small" {...into(query, { week: null })}>
        This Week
      </ButtonLink>
      <ButtonLink size="small" icon="chevronRight" {...into(query, { week: addDays(sunday, 7) })}>
        Next Week
      </ButtonLink>
    </nav>
  )
}

type Shown = { day: Day; blocks: Block<WeekBlockFragment>[] }
type GridProps = { shown: Shown[]; today: Day; onOpen: Props['onOpen'] }

function Grid({ shown, today, onOpen }: GridProps) {
  const { first, last } = hoursOf(shown.flatMap(({ blocks }) => blocks))
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const rows = { gridTemplateRows: `repeat(${(hours.length * 60) / STEP}, ${styles.STEP_HEIGHT}px)` }
  return (
    <div className={styles.week}>
      <div className={styles.hours} style={rows} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} className={styles.hour} style={{ gridRow: `span ${60 / STEP}` }}>
            {hour % 12 || 12} {hour < 12 ? 'AM' : 'PM'}
          </span>
        ))}
      </div>
      {shown.map(({ day, blocks }) => (
        // Not a landmark, because the agenda already has one for the day.
        <div key={day} role="group" className={styles.day} aria-label={showWeekday(day)}>
          <h3 className={day === today ? styles.today : styles.dayHead}>
            <span aria-hidden="true">{showShortDay(day)}</span>
            <span className={styles.spoken}>
              {showWeekday(day)}
              {blocks.length === 0 && ', no appointments'}
            </span>
          </h3>
          <ul role="list" className={styles.blocks} style={rows}>
            {blocks.map((block) => (
              <BlockItem key={block.one.id} block={block} firstHour={first} onOpen={onOpen} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Blocks of at most this many minutes show only the name. */
const SHORT = 30

type BlockProps = { block: Block<WeekBlockFragment>; firstHour: number; onOpen: Props['onOpen'] }

function BlockItem({ block: { one, from, to, lane, lanes }, firstHour, onOpen }: BlockProps) {
  const { timeZone } = useFrame()
  const { patient, provider, status, scheduledAt, duration } = one
  const start = showTime(scheduledAt, timeZone)
  const end = showTime(endOf({ scheduledAt: new Date(scheduledAt), duration }), timeZone)
  // Starts with the visible text, so that users of speech input can say it.
  const words = `${start} ${patient.lastName}, ${patient.firstName}, until ${end}, with ${fullName(provider)}, ${appointmentStatusWord(status)}`
  const row = (from - firstHour * 60) / STEP + 1
  return (
    <li
      className={styles.block}
      style={{
        gridRow: `${row} / span ${(to - from) / STEP}`,
        ...(lanes > 1 && { marginInlineStart: `${(100 * lane) / lanes}%`, width: `${100 / lanes}%` }),
      }}
    >
      <button
        type="button"
        className={styles.open[status]}
        aria-label={words}
        title={words}
        onClick={() => onOpen(one.id)}
      >
        {to - from > SHORT && <span className={styles.time}>{`${start} `}</span>}
        <span className={styles.name}>{patient.lastName}</span>
      </button>
    </li>
  )
}
