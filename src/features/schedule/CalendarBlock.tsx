import { type ComponentPropsWithRef, use } from 'react'
import { useFrame } from '#client/frame.ts'
import { appointmentStatusWord, endOf, patientAnswerWords } from '#domain/appointments/appointment.ts'
import { showTime } from '#domain/dates.ts'
import { Icon } from '#ui/Icon.tsx'
import { initials } from '#ui/initials.ts'
import { fullName } from '../patients/PatientRow.ts'
import { lookOf } from './appointmentLook.ts'
import * as styles from './Calendar.css.ts'
import type { Block } from './calendarLayout.ts'
import { type Hours, laneOf, placeOf } from './gridPlace.ts'
import { ProviderTones } from './ProviderTag.tsx'
import type { Visit } from './Visit.ts'

/** Blocks of at most this many minutes have room for one line. */
const SHORT = 30

type Props = {
  block: Block<Visit>
  hours: Hours
  onOpen: (appointmentId: string) => void
  isLifted: boolean
  isChanged: boolean
  /** The handlers that move the block; without them it stays where it is. */
  move?: ComponentPropsWithRef<'button'>
}

/** An appointment in the calendar, in the color of its provider. */
export function CalendarBlock({
  block: { one, from, to, lane, lanes },
  hours,
  onOpen,
  isLifted,
  isChanged,
  move,
}: Props) {
  const { timeZone } = useFrame()
  const tone = use(ProviderTones)(one.provider.id)
  const words = wordsOf(one, timeZone)
  // Narrow or low blocks have no room for the time, which their place shows.
  const hasTime = to - from > SHORT && lanes === 1
  return (
    <li className={styles.block} style={{ ...placeOf(from, to, hours), ...laneOf(lane, lanes) }}>
      <button
        type="button"
        className={styles.open[tone]}
        data-opener
        data-initials={initials(one.provider.firstName, one.provider.lastName)}
        data-status={one.status === 'scheduled' ? undefined : one.status}
        data-narrow={lanes > 1 ? '' : undefined}
        data-lifted={isLifted ? '' : undefined}
        data-changed={isChanged ? '' : undefined}
        data-movable={move ? '' : undefined}
        aria-label={words}
        // Not in the page from the start, which would have each name twice.
        onPointerEnter={({ currentTarget }) => {
          currentTarget.title = words
        }}
        {...move}
        onClick={() => onOpen(one.id)}
      >
        {hasTime && <span className={styles.time}>{`${showTime(one.scheduledAt, timeZone)} `}</span>}
        <span className={styles.name}>
          {one.status !== 'scheduled' && <Icon name={lookOf(one.status).icon} size="small" />}
          {one.status === 'scheduled' && one.patientAnswer && (
            <Icon name={one.patientAnswer === 'confirmed' ? 'check' : 'alert'} size="small" />
          )}
          {one.patient.lastName}
        </span>
      </button>
    </li>
  )
}

/**
 * The name of a block. It starts with the visible text, so that users of speech input can say it. Without a status, the
 * appointment is scheduled.
 */
export function wordsOf(
  { scheduledAt, duration, patient, provider, status, patientAnswer }: Visit,
  timeZone: string,
): string {
  const end = endOf({ scheduledAt: new Date(scheduledAt), duration })
  const [start, until] = [showTime(scheduledAt, timeZone), showTime(end, timeZone)]
  const words = `${start} ${patient.lastName}, ${patient.firstName}, until ${until}, with ${fullName(provider)}`
  if (status !== 'scheduled') return `${words}, ${appointmentStatusWord(status)}`
  return patientAnswer ? `${words}, ${patientAnswerWords[patientAnswer]}` : words
}
