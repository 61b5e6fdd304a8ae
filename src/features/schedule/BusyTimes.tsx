import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { endOf, overlap, type Span } from '#domain/appointments/appointment.ts'
import { unavailability } from '#domain/appointments/availability.ts'
import { addDays, type Day, shownAt, showTime, showWeekday, startOfDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { BusyTimesQuery } from '#generated/graphql.ts'
import { Icon } from '#ui/Icon.tsx'
import * as styles from './BusyTimes.css.ts'
import { asSpans } from './closedTimes.ts'

const busyTimesQuery = graphql(`
  query BusyTimes(
    $day: Date!, $providerId: ID, $patientId: ID, $appointmentId: ID
    $hoursOf: ID, $hasHours: Boolean!, $from: DateTime!, $to: DateTime!
  ) {
    busyTimes(day: $day, providerId: $providerId, patientId: $patientId, appointmentId: $appointmentId) {
      of scheduledAt duration
    }
    workingHours(providerId: $hoursOf) @include(if: $hasHours) { id providerId weekday startsAt endsAt }
    closures(from: $from, to: $to) @include(if: $hasHours) { id providerId startsAt endsAt }
  }
`)

type Busy = BusyTimesQuery['busyTimes'][number]

type Props = {
  /** YYYY-MM-DD, or an incomplete input. */
  day: string
  /** HH:MM, or an incomplete input. */
  time: string
  duration: number
  /** Omit it for the prospective provider of the patient's consultation. */
  providerId?: string | null
  patientId: string | null
  /** Whose working hours and closures count; the provider by default. */
  hoursOf?: string | null
  appointmentId?: string | null
  /** The label for the provider. */
  providerName: string
}

const isDay = (day: string): day is Day =>
  /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)

/** Shows when patient and provider are busy on the chosen day, and whether the chosen time is free. */
export function BusyTimes({
  day,
  time,
  duration,
  providerId,
  patientId,
  appointmentId,
  hoursOf = providerId,
  providerName,
}: Props) {
  const { timeZone } = useFrame()
  const isReady = isDay(day) && Boolean(providerId || patientId)
  const [{ data }] = useQuery({
    query: busyTimesQuery,
    pause: !isReady,
    requestPolicy: 'cache-and-network',
    variables: {
      day,
      hasHours: Boolean(hoursOf),
      // Nothing is asked before there is a day.
      from: isReady ? startOfDay(day, timeZone).toISOString() : '',
      to: isReady ? startOfDay(addDays(day, 2), timeZone).toISOString() : '',
      ...(hoursOf && { hoursOf }),
      ...(providerId && { providerId }),
      ...(patientId && { patientId }),
      ...(appointmentId && { appointmentId }),
    },
  })
  const busy = data?.busyTimes
  if (!isReady || !busy) return null
  // Compares clock times, which needs no time zone library. When clocks change, the server decides.
  const picked = isTime(time) ? { scheduledAt: new Date(`${day}T${time}Z`), duration } : null
  const onTheWall = ({ scheduledAt, duration }: Busy) => ({
    scheduledAt: new Date(shownAt(scheduledAt, timeZone)),
    duration,
  })
  const inTheWay = picked ? busy.filter((one) => overlap(picked, onTheWall(one))) : []
  const closed = picked && hoursOf ? closedReason(picked, hoursOf, data, timeZone) : null
  const refusal = inTheWay[0]
    ? `${inTheWay[0].of === 'provider' ? providerName : 'The patient'} is booked at that time`
    : closed
  return (
    <section className={styles.busy} aria-label="Availability" aria-live="polite">
      <p className={styles.line}>
        <Icon name="clock" size="small" />
        {showWeekday(day)}
      </p>
      <TakenLine who={providerName} taken={busy.filter((one) => one.of === 'provider')} />
      {patientId && <TakenLine who="The patient" taken={busy.filter((one) => one.of === 'patient')} />}
      {picked && (
        <p className={refusal ? styles.clash : styles.free}>
          <Icon name={refusal ? 'alert' : 'check'} size="small" />
          {refusal ?? 'That time is available'}
        </p>
      )}
    </section>
  )
}

/** Why the provider is not available, compared by clock times like the appointments. */
function closedReason(
  picked: Span,
  providerId: string,
  { workingHours = [], closures = [] }: BusyTimesQuery,
  timeZone: string,
): string | null {
  const onTheWall = (at: string) => new Date(shownAt(at, timeZone))
  const ofProvider = closures
    .filter((one) => one.providerId == null || one.providerId === providerId)
    .map(({ startsAt, endsAt, providerId: whose = null }) => ({
      providerId: whose,
      startsAt: onTheWall(startsAt),
      endsAt: onTheWall(endsAt),
    }))
  return unavailability(picked, { hours: asSpans(workingHours, providerId), closures: ofProvider }, 'UTC')
}

const spanOf = ({ scheduledAt, duration }: Busy) => ({ scheduledAt: new Date(scheduledAt), duration })

function TakenLine({ who, taken }: { who: string; taken: Busy[] }) {
  const { timeZone } = useFrame()
  const times = taken.map((one) => {
    const span = spanOf(one)
    return `${showTime(span.scheduledAt, timeZone)} to ${showTime(endOf(span), timeZone)}`
  })
  return (
    <p>
      {who}: {times.length > 0 ? `booked ${times.join(', ')}` : 'available all day'}
    </p>
  )
}
