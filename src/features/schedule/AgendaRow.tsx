import { useFrame } from '#client/frame.ts'
import { patientPath } from '#domain/access/screens.ts'
import { withUnattended } from '#domain/access/unattended.ts'
import { appointmentStatusWord } from '#domain/appointments/appointment.ts'
import { type AppointmentAction, appointmentActions } from '#domain/appointments/rowActions.ts'
import { Badge } from '#ui/Badge.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import { small, strong } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { AnswerBadge } from './AnswerBadge.tsx'
import type { AppointmentRow } from './AppointmentRow.ts'
import { lookOf } from './appointmentLook.ts'
import * as styles from './Schedule.css.ts'
import { isAppointmentAction, type OnAppointmentAction } from './useAppointmentActions.tsx'

type Props = { appointment: AppointmentRow; isPending: boolean; onAction: OnAppointmentAction }

/** An appointment: time, patient, provider, location and the available actions. */
export function AgendaRow({ appointment, isPending, onAction }: Props) {
  const { scheduledAt, duration, status, patient, provider, unattended, location, ...kind } = appointment
  const { isConsultation, isDoubleBooked } = kind
  const name = fullName(patient)
  return (
    <li className={styles.row} aria-busy={isPending || undefined}>
      <div className={styles.when}>
        <span className={strong}>
          <Moment at={scheduledAt} />
        </span>
        <span className={small}>{`Duration: ${duration} minutes`}</span>
        <StatusBadge status={status} />
        <AnswerBadge {...appointment} />
      </div>
      <div className={styles.who}>
        <a className={styles.patient} href={patientPath(patient.id)} title={name}>
          {name}
        </a>
        <span className={small}>
          {[`with ${withUnattended(fullName(provider), unattended)}`, location].filter(Boolean).join(' · ')}
        </span>
        {(isConsultation || isDoubleBooked) && (
          <span className={styles.badges}>
            {isConsultation && <Badge>Consultation</Badge>}
            {isDoubleBooked && <Badge tone="caution">Double booked</Badge>}
          </span>
        )}
      </div>
      <Actions appointment={appointment} onAction={onAction} />
    </li>
  )
}

/** The status in the wording of SPEC 2.8, with icon and color. */
export function StatusBadge({ status }: Pick<AppointmentRow, 'status'>) {
  const { tone, icon } = lookOf(status)
  return (
    <Badge tone={tone} icon={icon}>
      {`Status: ${appointmentStatusWord(status)}`}
    </Badge>
  )
}

const icons: Record<AppointmentAction['id'], IconName> = {
  edit: 'edit',
  cancel: 'slash',
  complete: 'check',
  no_show: 'alert',
  download: 'download',
}

function Actions({ appointment, onAction }: Omit<Props, 'isPending'>) {
  const { viewer, now } = useFrame()
  const scheduledAt = new Date(appointment.scheduledAt)
  const actions = appointmentActions(viewer, { ...appointment, scheduledAt }, new Date(now))
  const name = fullName(appointment.patient)
  const isButton = ({ id }: AppointmentAction) => id === 'edit' || id === 'cancel'
  return (
    <div className={styles.actions}>
      {actions.filter(isButton).map(({ id, label, reason }) => (
        <IconButton
          key={id}
          icon={icons[id]}
          size="small"
          label={`${label}: ${name}`}
          disabledReason={reason}
          onClick={() => onAction(id, appointment)}
        />
      ))}
      <MenuButton
        size="small"
        label={`More actions for ${name}`}
        items={actions
          .filter((action) => !isButton(action))
          .map(({ id, label, reason }) => ({
            id,
            label,
            icon: icons[id],
            ...(reason && { isDisabled: true, reason }),
          }))}
        onAction={(id) => isAppointmentAction(id) && onAction(id, appointment)}
      />
    </div>
  )
}
