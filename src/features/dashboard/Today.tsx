import { useFrame } from '#client/frame.ts'
import { useSessionEnded } from '#client/session.ts'
import { paths, patientPath } from '#domain/access/screens.ts'
import { arrivalActions } from '#domain/appointments/arrival.ts'
import { showTime } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { TodayAppointmentFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, CardFoot, CardHead, CardLink } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { link, numeric, small, strong } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { useNow } from '../time/useNow.ts'
import { appointmentLine, appointmentLines, deskActions, when, who } from './Dashboard.css.ts'
import { useArrival } from './useArrival.ts'

export const todayAppointment = graphql(`
  fragment TodayAppointment on Appointment {
    id scheduledAt duration status arrivedAt location
    patient { id firstName lastName }
    provider { id firstName lastName }
  }
`)

type Props = {
  appointments: readonly TodayAppointmentFragment[] | undefined
  /** Whether the day has more appointments than these. */
  hasMore: boolean
}

/** Today's appointments, with who has arrived and who did not come. */
export function Today({ appointments, hasMore }: Props) {
  const hasEnded = useSessionEnded()
  const shown = appointments?.filter(({ status }) => status !== 'cancelled')
  const count = shown && shown.length > 0 ? ` (${shown.length}${hasMore ? '+' : ''})` : ''
  return (
    <Card>
      <CardHead title={`Today’s Appointments${hasEnded ? '' : count}`} />
      {hasEnded || shown?.length === 0 ? (
        <EmptyState text="No appointments today" />
      ) : !shown ? (
        <Skeleton />
      ) : (
        <ul role="list" className={appointmentLines} aria-label="Today’s appointments">
          {shown.map((appointment) => (
            <Line key={appointment.id} appointment={appointment} />
          ))}
        </ul>
      )}
      <CardFoot>
        <CardLink href={paths.schedule}>View Schedule</CardLink>
      </CardFoot>
    </Card>
  )
}

function Line({ appointment }: { appointment: TodayAppointmentFragment }) {
  const { viewer, timeZone } = useFrame()
  const now = useNow()
  const { change, pending } = useArrival(appointment)
  const { scheduledAt, arrivedAt, patient, provider, location } = appointment
  const dates = { scheduledAt: new Date(scheduledAt), arrivedAt: arrivedAt ? new Date(arrivedAt) : null }
  const actions = arrivalActions(viewer, { ...appointment, ...dates }, now, timeZone)
  const name = fullName(patient)
  return (
    <li className={appointmentLine}>
      <time className={`${when} ${strong} ${numeric}`} dateTime={scheduledAt}>
        {showTime(scheduledAt, timeZone)}
      </time>
      <div className={who}>
        <a className={link} href={patientPath(patient.id)}>
          {name}
        </a>
        <span className={small}>{[`with ${fullName(provider)}`, location].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={deskActions}>
        <Outcome appointment={appointment} />
        {actions.map(({ id, label, reason }) => (
          <Button
            key={id}
            size="small"
            aria-label={`${label}: ${name}`}
            disabledReason={reason}
            isPending={pending === id}
            onClick={() => void change(id)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}

function Outcome({ appointment }: { appointment: TodayAppointmentFragment }) {
  const { timeZone } = useFrame()
  const { status, arrivedAt } = appointment
  if (status === 'no_show')
    return (
      <Badge tone="critical" icon="alert">
        No-show
      </Badge>
    )
  if (status === 'completed')
    return (
      <Badge tone="done" icon="check">
        Completed
      </Badge>
    )
  return (
    arrivedAt && (
      <Badge tone="positive" icon="check">
        {`Arrived ${showTime(arrivedAt, timeZone)}`}
      </Badge>
    )
  )
}
