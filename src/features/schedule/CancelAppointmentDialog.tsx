import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { CANCEL_REASON_MAX, cancelAppointmentInput } from '#domain/appointments/inputs.ts'
import { showExactly } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
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

/** Calls an appointment off, with a reason for whoever looks at it later. */
export function CancelAppointmentDialog(props: { appointment: AppointmentRow; onClose: () => void }) {
  const { appointment, onClose } = props
  const { timeZone } = useFrame()
  const [cancelReason, setReason] = useState('')
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
    <Dialog
      title="Cancel Appointment"
      description={`${fullName(patient)} with ${fullName(provider)}, ${showExactly(scheduledAt, timeZone)}. ${
        isConsultation ? 'The patient’s consultation is called off with it. ' : ''
      }The slot is free again; this cannot be undone.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={() => void submit({ appointmentId: appointment.id, cancelReason })}
      >
        <DialogBody>
          <TextArea
            name="cancelReason"
            label="Reason"
            autoFocus
            value={cancelReason}
            onChange={setReason}
            counter={`${cancelReason.length}/${CANCEL_REASON_MAX}`}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Keep Appointment</Button>
          <Button type="submit" variant="critical" isPending={isPending}>
            Cancel Appointment
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
