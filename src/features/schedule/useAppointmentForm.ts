import { useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useMergedSave } from '#client/useMergedSave.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { DEFAULT_DURATION, isClash } from '#domain/appointments/appointment.ts'
import { bookAppointmentInput, editAppointmentInput } from '#domain/appointments/inputs.ts'
import { readClockTime } from '#domain/clockTime.ts'
import { showMoment, wallClock } from '#domain/dates.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { instantOf } from '#domain/zones.ts'
import { graphql } from '#generated/gql.ts'
import type { AppointmentForm_CurrentQuery } from '#generated/graphql.ts'
import { fullName } from '../patients/PatientRow.ts'
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

const Current = graphql(`
  query AppointmentForm_Current($id: ID!) { appointment(id: $id) { ...AppointmentRow } }
`)

const FAILED = 'Failed to update appointment'

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
  const expectedVersion = useRef<string>(undefined)
  const isForced = useRef(false)
  const editing = useSubmit({
    document: EditAppointment,
    input: editAppointmentInput,
    variables: (input) => ({ input: { ...input, expectedVersion: expectedVersion.current } }),
    fallback: FAILED,
    onDone: done('Appointment updated successfully'),
    onStale: (): unknown => onStale(),
  })
  const { errors, isPending } = appointment ? editing : booking
  const typed = useRef<AppointmentDraft>(undefined)
  const { save, onStale } = useMergedSave<MergedDraft, AppointmentRow, AppointmentForm_CurrentQuery>({
    begun: appointment ?? undefined,
    formOf: (row) => mergedOf(draftOf(row, timeZone)),
    textOf: (name, row) => textOf(name, row, timeZone),
    query: Current,
    variables: { id: appointment?.id ?? '' },
    rowOf: (data) => data.appointment,
    async send(changes, row) {
      if (!typed.current) return
      // The form has no seconds and cannot tell the two hours that daylight saving repeats apart. An unchanged
      // time must not move.
      const whole = Object.entries(writtenOf(typed.current, timeZone))
      const changed = Object.fromEntries(whole.filter(([name]) => name in changes))
      expectedVersion.current = row.version
      const anyway = isForced.current && { bookAnyway: true }
      await editing.submit({ appointmentId: row.id, ...changed, ...anyway })
    },
    onErrors: setOwnErrors,
    onUnchanged: onClose,
    fallback: FAILED,
  })

  async function submit(draft: Draft, bookAnyway: boolean): Promise<void> {
    const wrong = messagesOf(draft, appointment === null)
    setOwnErrors(wrong)
    setSentSlot(slotOf(draft))
    if (Object.keys(wrong).length > 0) return
    typed.current = draft
    isForced.current = bookAnyway
    if (appointment) return save(mergedOf(draft))
    const anyway = bookAnyway && { bookAnyway }
    return booking.submit({ patientId: draft.patientId, ...writtenOf(draft, timeZone), ...anyway })
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

/** The fields of an appointment that two people can change without affecting each other. The form has its time in two fields. */
type MergedDraft = Omit<AppointmentDraft, 'day' | 'time'> & { scheduledAt: string }

const mergedOf = ({ providerId, day, time, duration, location, notes }: AppointmentDraft): MergedDraft => ({
  ...{ providerId, duration, location, notes },
  scheduledAt: `${day} ${time}`,
})

function textOf(name: keyof MergedDraft, row: AppointmentRow, timeZone: string): string | null {
  if (name === 'providerId') return fullName(row.provider)
  return name === 'scheduledAt' ? showMoment(row.scheduledAt, timeZone) : draftOf(row, timeZone)[name]
}

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
