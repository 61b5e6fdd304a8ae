import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { can } from '#domain/access/policy.ts'
import { DEFAULT_DURATION, isClash } from '#domain/appointments/appointment.ts'
import { scheduleConsultationInput } from '#domain/patients/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { BookingFoot } from '../schedule/BookingFoot.tsx'
import { BusyTimes } from '../schedule/BusyTimes.tsx'
import { FreeSlots } from '../schedule/FreeSlots.tsx'
import { TimeEntry } from '../time/TimeEntry.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const ScheduleConsultation = graphql(`
  mutation ScheduleDialog($input: ScheduleConsultationInput!) {
    scheduleConsultation(input: $input) { id consultationDate consultationTime consultationLocation }
  }
`)

/** Sets or moves a patient's consultation, in the clinic's time zone. */
export function ScheduleDialog({ patient, onClose }: PatientDialogProps) {
  const { viewer } = useFrame()
  const isUpdate = Boolean(
    patient.consultationDate && patient.consultationTime && patient.consultationLocation,
  )
  const [draft, setDraft] = useState({
    consultationDate: patient.consultationDate ?? '',
    consultationTime: patient.consultationTime ?? '',
    consultationLocation: patient.consultationLocation ?? '',
  })
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const [sentSlot, setSentSlot] = useState('')
  const asked = {
    day: draft.consultationDate,
    time: draft.consultationTime,
    duration: DEFAULT_DURATION,
    patientId: patient.id,
  }
  const slot = `${draft.consultationDate} ${draft.consultationTime}`
  const verb = isUpdate ? 'Update Consultation' : 'Schedule Consultation'
  const memory = useDraft('schedule_consultation', patient.id)
  const { submit, errors, isPending } = useSubmit({
    document: ScheduleConsultation,
    input: scheduleConsultationInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to schedule consultation',
    onDone() {
      toast.success('Success', 'Consultation scheduled successfully')
      onClose()
    },
  })

  function send(bookAnyway: boolean): void {
    setSentSlot(slot)
    void submit({ ...draft, patientId: patient.id, ...(bookAnyway && { bookAnyway }) })
  }

  const isTaken = isClash(errors.consultationTime) && slot === sentSlot && can(viewer, 'appointment.book')
  return (
    <Dialog
      title={verb}
      description={
        patient.status === 'schedulable'
          ? `${fullName(patient)}. Only an administrator can schedule a patient at Schedulable.`
          : fullName(patient)
      }
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} memory={memory} onSubmit={() => send(false)}>
        <DialogBody>
          <FieldPair>
            <DateField
              name="consultationDate"
              label="Date"
              isRequired
              autoFocus
              value={draft.consultationDate}
              onChange={(consultationDate) => change({ consultationDate })}
            />
            <TimeEntry
              name="consultationTime"
              label="Time"
              isRequired
              value={draft.consultationTime}
              onChange={(consultationTime) => change({ consultationTime })}
            />
          </FieldPair>
          <FreeSlots
            {...asked}
            onChoose={({ day, time }) => change({ consultationDate: day, consultationTime: time })}
          />
          <BusyTimes
            {...asked}
            providerName={patient.assignedAttorney ? fullName(patient.assignedAttorney) : 'The provider'}
          />
          <TextField
            name="consultationLocation"
            label="Location"
            isRequired
            autoComplete="off"
            value={draft.consultationLocation}
            onChange={(consultationLocation) => change({ consultationLocation })}
          />
        </DialogBody>
        <BookingFoot
          verb={verb}
          isTaken={isTaken}
          isPending={isPending}
          onBookAnyway={() => send(true)}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
