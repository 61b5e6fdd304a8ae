import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { isClash } from '#domain/appointments/appointment.ts'
import { bookAppointmentInput, editAppointmentInput } from '#domain/appointments/inputs.ts'
import { clockAt, instantOf } from '#domain/calendar.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { graphql } from '#generated/gql.ts'
import type { AppointmentRow } from './AppointmentRow.ts'

const BookAppointment = graphql(`
  mutation AppointmentForm_Book($input: BookAppointmentInput!) { bookAppointment(input: $input) { id } }
`)
const EditAppointment = graphql(`
  mutation AppointmentForm_Edit($input: EditAppointmentInput!) {
    editAppointment(input: $input) {
      ...AppointmentRow
      patient { id consultationDate consultationTime consultationLocation }
    }
  }
`)

/** What the dialog holds, as it was typed. */
export type AppointmentDraft = {
  providerId: string | null
  day: string
  time: string
  duration: string
  location: string
  notes: string
}

type Draft = AppointmentDraft & { patientId: string }

const slotOf = ({ patientId, providerId, day, time, duration }: Draft) =>
  [patientId, providerId, day, time, duration].join(' ')

/** Sends the dialog: a new appointment, or the changes to one. A slot that is taken can then be booked anyway. */
export function useAppointmentForm(appointment: AppointmentRow | null, onClose: () => void) {
  const { timeZone } = useFrame()
  const [ownErrors, setOwnErrors] = useState<FieldMessages>({})
  const [sentSlot, setSentSlot] = useState('')
  const done = (words: string) => () => {
    toast.success('Success', words)
    onClose()
  }
  const booking = useSubmit({
    document: BookAppointment,
    input: bookAppointmentInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to schedule appointment',
    onDone: done('Appointment scheduled successfully'),
  })
  const editing = useSubmit({
    document: EditAppointment,
    input: editAppointmentInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update appointment',
    onDone: done('Appointment updated successfully'),
  })
  const { errors, isPending } = appointment ? editing : booking

  async function submit(draft: Draft, bookAnyway: boolean): Promise<void> {
    const { patientId, providerId, location, notes } = draft
    const wrong = messagesOf(draft, appointment === null)
    setOwnErrors(wrong)
    setSentSlot(slotOf(draft))
    if (Object.keys(wrong).length > 0) return
    const slot = {
      providerId: providerId ?? '',
      scheduledAt: beginOf(draft, appointment, timeZone),
      duration: Number(draft.duration),
      location,
      notes,
      ...(bookAnyway && { bookAnyway }),
    }
    if (appointment) await editing.submit({ appointmentId: appointment.id, ...slot })
    else await booking.submit({ patientId, ...slot })
  }

  const hasOwn = Object.keys(ownErrors).length > 0
  return {
    submit,
    isPending,
    errors: hasOwn ? ownErrors : errors,
    /** Whether this very slot was refused; another one has to be asked for first. */
    isTaken: (draft: Draft) => !hasOwn && isClash(errors.scheduledAt) && slotOf(draft) === sentSlot,
  }
}

/** What keeps the fields from being an appointment at all. */
function messagesOf({ patientId, providerId, day, time }: Draft, isNew: boolean): FieldMessages {
  return {
    ...(isNew && !patientId && { patientId: 'Choose a patient' }),
    ...(!providerId && { providerId: 'Choose who sees the patient' }),
    ...(!day && { day: 'Date is required' }),
    ...(!/^([01]\d|2[0-3]):[0-5]\d$/.test(time) && { scheduledAt: 'Time must be in HH:MM format' }),
  }
}

/** In the hour that daylight saving repeats, a time left as it is must not move from the second to the first. */
function beginOf(
  { day, time }: AppointmentDraft,
  appointment: AppointmentRow | null,
  timeZone: string,
): string {
  const shown = appointment && clockAt(new Date(appointment.scheduledAt), timeZone)
  if (appointment && shown?.day === day && shown.time === time) return appointment.scheduledAt
  return instantOf(day, time, timeZone).toISOString()
}
