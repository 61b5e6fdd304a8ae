import { useState } from 'react'
import { useChangedFields } from '#client/changedFields.ts'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { DEFAULT_DURATION, isClash } from '#domain/appointments/appointment.ts'
import { bookAppointmentInput, editAppointmentInput } from '#domain/appointments/inputs.ts'
import { readClockTime } from '#domain/clockTime.ts'
import { wallClock } from '#domain/dates.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { instantOf } from '#domain/zones.ts'
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

/** The typed values of the dialog. */
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

/** Submits a new appointment or the changes to one. After a conflict, the user can book anyway. */
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
  const changed = useChangedFields<AppointmentDraft>(draftOf(appointment, timeZone))

  async function submit(draft: Draft, bookAnyway: boolean): Promise<void> {
    const { patientId, ...typed } = draft
    const changes = changed(typed)
    if (appointment && !changes) return onClose()
    const wrong = messagesOf(draft, appointment === null)
    setOwnErrors(wrong)
    setSentSlot(slotOf(draft))
    if (Object.keys(wrong).length > 0) return
    const whole = writtenOf(typed, timeZone)
    const anyway = bookAnyway && { bookAnyway }
    if (!appointment) return booking.submit({ patientId, ...whole, ...anyway })
    const { day, time, ...rest } = changes ?? {}
    // The form has no seconds and cannot tell the two hours that daylight saving repeats apart. An unchanged
    // time must not move.
    const moved = (day ?? time) !== undefined && { scheduledAt: whole.scheduledAt }
    const kept = Object.fromEntries(Object.keys(rest).map((name) => [name, whole[name as keyof typeof rest]]))
    return editing.submit({ appointmentId: appointment.id, ...kept, ...moved, ...anyway })
  }

  const hasOwn = Object.keys(ownErrors).length > 0
  return {
    submit,
    isPending,
    errors: hasOwn ? ownErrors : errors,
    /** Whether this exact slot was refused. Another slot must be tried first. */
    isTaken: (draft: Draft) => !hasOwn && isClash(errors.scheduledAt) && slotOf(draft) === sentSlot,
  }
}

/** Messages for missing or invalid fields. */
function messagesOf({ patientId, providerId, day, time }: Draft, isNew: boolean): FieldMessages {
  return {
    ...(isNew && !patientId && { patientId: 'Choose a patient' }),
    ...(!providerId && { providerId: 'Choose who sees the patient' }),
    ...(!day && { day: 'Date is required' }),
    ...(!readClockTime(time) && { scheduledAt: 'Enter a time like 9:30 AM' }),
  }
}

const writtenOf = (draft: AppointmentDraft, timeZone: string) => ({
  providerId: draft.providerId ?? '',
  scheduledAt: instantOf(draft.day, draft.time, timeZone).toISOString(),
  duration: Number(draft.duration),
  location: draft.location,
  notes: draft.notes,
})

/** The initial values of the fields. */
export function draftOf(appointment: AppointmentRow | null, timeZone: string): AppointmentDraft {
  const shown = appointment && wallClock(appointment.scheduledAt, timeZone)
  return {
    providerId: appointment?.provider.id ?? null,
    day: shown?.day ?? '',
    time: shown?.time ?? '',
    duration: String(appointment?.duration ?? DEFAULT_DURATION),
    location: appointment?.location ?? '',
    notes: appointment?.notes ?? '',
  }
}
