import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { patientPath } from '#domain/access/screens.ts'
import { withUnattended } from '#domain/access/unattended.ts'
import { appointmentActions } from '#domain/appointments/rowActions.ts'
import { showExactly } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import type { AppointmentDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { link } from '#ui/type.css.ts'
import { IdentifierFacts } from '../identifiers/IdentifierFacts.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { PlaceLink } from '../places/PlaceLink.tsx'
import { StatusBadge } from './AgendaRow.tsx'
import { AnswerBadge } from './AnswerBadge.tsx'
import type { OnAppointmentAction } from './useAppointmentActions.tsx'

const appointmentDialogQuery = graphql(`
  query AppointmentDialog($id: ID!) {
    appointment(id: $id) { ...AppointmentRow cancelReason createdAt createdBy { id firstName lastName } identifiers { system value } }
  }
`)

type Props = { appointmentId: string; onAction: OnAppointmentAction; onClose: () => void }

/** One appointment. Its URL is used in calendars and can be shared with a colleague. */
export function AppointmentDialog({ appointmentId, onAction, onClose }: Props) {
  const { viewer, now } = useFrame()
  const [{ data, error }] = useQuery({ query: appointmentDialogQuery, variables: { id: appointmentId } })
  const found = data?.appointment
  const actions = found
    ? appointmentActions(viewer, { ...found, scheduledAt: new Date(found.scheduledAt) }, new Date(now))
    : []
  const shown = actions.filter(({ id, reason }) => id === 'download' || !reason)
  return (
    <Dialog title="Appointment" size="wide" onClose={onClose}>
      <DialogBody>
        {error && (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'The appointment could not be opened').message}
          </Banner>
        )}
        {!found && !error && <Skeleton rows={5} />}
        {found && <Facts appointment={found} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {found &&
          shown.map(({ id, label }) => (
            <Button key={id} onClick={() => onAction(id, found)}>
              {label}
            </Button>
          ))}
      </DialogFoot>
    </Dialog>
  )
}

type FactsProps = { appointment: AppointmentDialogQuery['appointment'] }

function Facts({ appointment }: FactsProps) {
  const { timeZone } = useFrame()
  const { patient, provider, unattended, scheduledAt, duration, status, location, notes, ...kept } =
    appointment
  const { cancelReason, createdBy } = kept
  return (
    <DescriptionList>
      <Description label="Patient">
        <a className={link} href={patientPath(patient.id)}>
          {fullName(patient)}
        </a>
      </Description>
      <Description label="Provider">{withUnattended(fullName(provider), unattended)}</Description>
      <Description label="Begins">
        <time dateTime={scheduledAt}>{showExactly(scheduledAt, timeZone)}</time>
      </Description>
      <Description label="Duration">{duration} minutes</Description>
      <Description label="Location">{location && <PlaceLink place={location} />}</Description>
      <Description label="Status">
        <StatusBadge status={status} /> <AnswerBadge {...appointment} />
      </Description>
      {status === 'cancelled' && (
        <Description label="Reason" isWide empty="No reason given">
          {cancelReason}
        </Description>
      )}
      <Description label="Notes" isWide empty="None">
        {notes}
      </Description>
      <Description label="Booked By">{fullName(createdBy)}</Description>
      <IdentifierFacts identifiers={appointment.identifiers} />
    </DescriptionList>
  )
}
