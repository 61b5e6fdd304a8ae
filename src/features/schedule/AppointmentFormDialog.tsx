import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { useDraft } from '#client/useDraft.tsx'
import { DEFAULT_DURATION } from '#domain/appointments/appointment.ts'
import { bookingRefusal, mayBook } from '#domain/patients/status.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextField } from '#ui/TextField.tsx'
import { PatientPicker, type PickedPatient } from '../patients/PatientPicker.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { TimeEntry } from '../time/TimeEntry.tsx'
import type { AppointmentRow } from './AppointmentRow.ts'
import { BookingFoot } from './BookingFoot.tsx'
import { BusyTimes } from './BusyTimes.tsx'
import { FreeSlots } from './FreeSlots.tsx'
import { ProviderField, useProviders } from './ProviderField.tsx'
import { type AppointmentDraft, draftOf, useAppointmentForm } from './useAppointmentForm.ts'

type Props = {
  appointment?: AppointmentRow | null
  /** The patient to begin with. */
  about?: PickedPatient | undefined
  /** The time and provider to begin with. */
  slot?: Partial<AppointmentDraft> | undefined
  onClose: () => void
}

/** Books or edits an appointment, in the clinic's time zone. */
export function AppointmentFormDialog({ appointment = null, about, slot, onClose }: Props) {
  const { timeZone, viewer } = useFrame()
  const [patient, setPatient] = useState<PickedPatient | null>(appointment?.patient ?? about ?? null)
  const [draft, setDraft] = useState(() => ({ ...draftOf(appointment, timeZone), ...slot }))
  const change = (part: Partial<AppointmentDraft>) => setDraft((before) => ({ ...before, ...part }))
  const providers = useProviders(patient, appointment?.provider)
  const { submit, errors, isPending, isTaken } = useAppointmentForm(appointment, onClose)
  const memory = useDraft(appointment ? 'edit_appointment' : 'book_appointment', appointment?.id ?? null)
  const verb = appointment ? 'Update Appointment' : 'Schedule Appointment'
  const whole = { ...draft, patientId: patient?.id ?? '' }
  const asked = {
    day: draft.day,
    time: draft.time,
    duration: Number(draft.duration) || DEFAULT_DURATION,
    providerId: draft.providerId,
    patientId: patient?.id ?? null,
    appointmentId: appointment?.id ?? null,
  }
  const send = (bookAnyway: boolean) => void submit(whole, bookAnyway)

  return (
    <Dialog
      title={verb}
      {...(appointment && { description: fullName(appointment.patient) })}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} memory={memory} onSubmit={() => send(false)}>
        <DialogBody>
          {!appointment && (
            <PatientPicker
              name="patientId"
              label="Patient"
              isRequired
              autoFocus={!about}
              patient={patient}
              onChange={setPatient}
            />
          )}
          {patient && !mayBook(viewer.role, patient.status) && (
            <Banner tone="caution">{bookingRefusal(patient.status)}</Banner>
          )}
          <ProviderField
            options={providers}
            value={draft.providerId}
            onChange={(providerId) => change({ providerId })}
          />
          <When draft={draft} onChange={change} />
          {draft.providerId && <FreeSlots {...asked} onChoose={change} />}
          <BusyTimes
            {...asked}
            providerName={providers.find(({ id }) => id === draft.providerId)?.label ?? 'The provider'}
          />
          <TextField
            name="location"
            label="Location"
            isRequired={appointment?.isConsultation ?? false}
            autoComplete="off"
            value={draft.location}
            onChange={(location) => change({ location })}
          />
          <TextArea
            name="notes"
            label="Notes"
            rows={2}
            value={draft.notes}
            onChange={(notes) => change({ notes })}
          />
        </DialogBody>
        <BookingFoot
          verb={verb}
          isTaken={isTaken(whole)}
          isPending={isPending}
          onBookAnyway={() => send(true)}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}

function When(props: { draft: AppointmentDraft; onChange: (part: Partial<AppointmentDraft>) => void }) {
  const { draft, onChange } = props
  return (
    <>
      <FieldPair>
        <DateField
          name="day"
          label="Date"
          isRequired
          value={draft.day}
          onChange={(day) => onChange({ day })}
        />
        <TimeEntry
          name="scheduledAt"
          label="Time"
          isRequired
          value={draft.time}
          onChange={(time) => onChange({ time })}
        />
      </FieldPair>
      <TextField
        name="duration"
        label="Duration in Minutes"
        inputMode="numeric"
        isRequired
        maxLength={4}
        value={draft.duration}
        onChange={(duration) => onChange({ duration })}
      />
    </>
  )
}
