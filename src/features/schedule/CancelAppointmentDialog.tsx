import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { CANCEL_REASON_MAX, cancelAppointmentInput } from '#domain/appointments/inputs.ts'
import { showExactly } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'
import type { AppointmentRow } from './AppointmentRow.ts'

const CancelAppointment = graphql(`
  mutation CancelAppointmentDialog($input: CancelAppointmentInput!) {
    cancelAppointment(input: $input) {
      id status cancelReason
      patient { id consultationDate consultationTime consultationLocation }
    }
  }
`)

/** Cancels an appointment with an optional reason. */
export function CancelAppointmentDialog(props: { appointment: AppointmentRow; onClose: () => void }) {
  const { appointment, onClose } = props
  const { timeZone } = useFrame()
  const memory = useDraft('cancel_appointment', appointment.id)
  const { submit, errors, isPending } = useSubmit({
    document: CancelAppointment,
    input: cancelAppointmentInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to cancel appointment',
    onDone() {
      toast.success('Success', 'Appointment cancelled')
      onClose()
    },
  })
  const { patient, provider, scheduledAt, isConsultation } = appointment

  return (
    <ReasonDialog
      title="Cancel Appointment"
      description={`${fullName(patient)} with ${fullName(provider)}, ${showExactly(scheduledAt, timeZone)}. ${
        isConsultation ? 'The patient’s consultation is also cancelled. ' : ''
      }The time becomes available again. This action cannot be undone.`}
      name="cancelReason"
      max={CANCEL_REASON_MAX}
      verb="Cancel Appointment"
      cancelLabel="Keep Appointment"
      errors={errors}
      isPending={isPending}
      memory={memory}
      onSend={(cancelReason) => void submit({ appointmentId: appointment.id, cancelReason })}
      onClose={onClose}
    />
  )
}
