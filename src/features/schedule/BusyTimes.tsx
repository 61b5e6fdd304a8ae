import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { endOf, overlap } from '#domain/appointments/appointment.ts'
import { type Day, shownAt, showTime, showWeekday } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { BusyTimesQuery } from '#generated/graphql.ts'
import { Icon } from '#ui/Icon.tsx'
import * as styles from './BusyTimes.css.ts'

const busyTimesQuery = graphql(`
  query BusyTimes($day: Date!, $providerId: ID, $patientId: ID, $appointmentId: ID) {
    busyTimes(day: $day, providerId: $providerId, patientId: $patientId, appointmentId: $appointmentId) {
      of scheduledAt duration
    }
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
  appointmentId?: string | null
  /** The label for the provider. */
  providerName: string
}

const isDay = (day: string): day is Day =>
  /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)

/**
 * Shows when patient and provider are busy on the chosen day, and whether another appointment is in the way of the chosen
 * time. Working hours and closures are checked by the server. It has its lines before the answer arrives, so that the button
 * below does not move away from under the pointer.
 */
export function BusyTimes({
  day,
  time,
  duration,
  providerId,
  patientId,
  appointmentId,
  providerName,
}: Props) {
  const { timeZone } = useFrame()
  const isReady = isDay(day) && Boolean(providerId || patientId)
  const [{ data, error }] = useQuery({
    query: busyTimesQuery,
    pause: !isReady,
    requestPolicy: 'cache-and-network',
    variables: {
      day,
      ...(providerId && { providerId }),
      ...(patientId && { patientId }),
      ...(appointmentId && { appointmentId }),
    },
  })
  const busy = data?.busyTimes
  if (!isReady || (error && !busy)) return null
  // Compares clock times, which needs no time zone library. When clocks change, the server decides.
  const picked = isTime(time) ? { scheduledAt: new Date(`${day}T${time}Z`), duration } : null
  const onTheWall = ({ scheduledAt, duration }: Busy) => ({
    scheduledAt: new Date(shownAt(scheduledAt, timeZone)),
    duration,
  })
  const inTheWay = picked ? busy?.filter((one) => overlap(picked, onTheWall(one))) : []
  const takenOf = (who: Busy['of']) => busy?.filter((one) => one.of === who)
  return (
    <section className={styles.busy} aria-label="Availability" aria-live="polite" aria-busy={!busy}>
      <p className={styles.line}>
        <Icon name="clock" size="small" />
        {showWeekday(day)}
      </p>
      <TakenLine who={providerName} taken={takenOf('provider')} />
      {patientId && <TakenLine who="The patient" taken={takenOf('patient')} />}
      {picked && <PickedLine inTheWay={inTheWay} providerName={providerName} />}
    </section>
  )
}

const spanOf = ({ scheduledAt, duration }: Busy) => ({ scheduledAt: new Date(scheduledAt), duration })

function PickedLine({ inTheWay, providerName }: { inTheWay: Busy[] | undefined; providerName: string }) {
  const [first] = inTheWay ?? []
  if (!inTheWay)
    return (
      <p className={styles.line}>
        <Icon name="clock" size="small" />
        Checking the time…
      </p>
    )
  return (
    <p className={first ? styles.clash : styles.free}>
      <Icon name={first ? 'alert' : 'check'} size="small" />
      {first
        ? `${first.of === 'provider' ? providerName : 'The patient'} is booked at that time`
        : 'No other appointment at that time'}
    </p>
  )
}

function TakenLine({ who, taken }: { who: string; taken: Busy[] | undefined }) {
  const { timeZone } = useFrame()
  if (!taken) return <p>{who}: …</p>
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
