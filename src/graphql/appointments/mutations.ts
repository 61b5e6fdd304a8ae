import type { Appointment as AppointmentRow } from '#infra/prisma/client.ts'
import { bookAppointment } from '#operations/appointments/bookAppointment.ts'
import { cancelAppointment } from '#operations/appointments/cancelAppointment.ts'
import { editAppointment } from '#operations/appointments/editAppointment.ts'
import { markArrived, undoArrived, undoNoShow } from '#operations/appointments/recordArrival.ts'
import { completeAppointment, markNoShow } from '#operations/appointments/recordOutcome.ts'
import { upsertAppointment } from '#operations/appointments/upsertAppointment.ts'
import type { Upserted } from '#operations/identifiers.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { Appointment } from './Appointment.ts'
import {
  AppointmentIdInput,
  BookAppointmentInput,
  CancelAppointmentInput,
  EditAppointmentInput,
  UpsertAppointmentInput,
} from './inputs.ts'

builder.mutationField('bookAppointment', (t) =>
  t.withAuth({ can: 'appointment.book' }).field({
    type: Appointment,
    description:
      'Books an appointment and alerts the provider. `conflict` if the slot is busy, or at a status at which the role may not book. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: BookAppointmentInput, required: true, description: 'The appointment.' }),
    },
    ...runs(bookAppointment),
  }),
)

builder.mutationField('editAppointment', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Changes a scheduled appointment and the consultation that it mirrors. `conflict` if the slot is busy, if it is settled, or at a status at which the role may not book. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: EditAppointmentInput,
        required: true,
        description: 'The appointment and its changes.',
      }),
    },
    ...runs(editAppointment),
  }),
)

const UpsertedAppointment = builder.objectRef<Upserted<AppointmentRow>>('UpsertedAppointment').implement({
  description: 'An appointment that was booked or edited.',
  fields: (t) => ({
    appointment: t.expose('value', { type: Appointment, description: 'The appointment.' }),
    isNew: t.exposeBoolean('isNew', { description: 'Whether the appointment was booked.' }),
  }),
})

builder.mutationField('upsertAppointment', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: UpsertedAppointment,
    description:
      'Edits the appointment with an identifier of another system, or books one with it. `conflict` as for `bookAppointment` and `editAppointment`. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: UpsertAppointmentInput, required: true, description: 'The appointment.' }),
    },
    ...runs(upsertAppointment),
  }),
)

builder.mutationField('cancelAppointment', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Cancels a scheduled appointment and the consultation that it mirrors. `conflict` if it is settled. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: CancelAppointmentInput,
        required: true,
        description: 'The appointment and the reason.',
      }),
    },
    ...runs(cancelAppointment),
  }),
)

builder.mutationField('completeAppointment', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Records that the patient came. `conflict` before it has begun, and if it is settled. Needs the staff or admin role.',
    args: { input: t.arg({ type: AppointmentIdInput, required: true, description: 'The appointment.' }) },
    ...runs(completeAppointment),
  }),
)

builder.mutationField('markNoShow', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Records that the patient did not come. `conflict` before it has begun, and if it is settled. Needs the staff or admin role.',
    args: { input: t.arg({ type: AppointmentIdInput, required: true, description: 'The appointment.' }) },
    ...runs(markNoShow),
  }),
)

builder.mutationField('markArrived', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Records that the patient has arrived. `conflict` before the day of the appointment, and if it is settled. Needs the staff or admin role.',
    args: { input: t.arg({ type: AppointmentIdInput, required: true, description: 'The appointment.' }) },
    ...runs(markArrived),
  }),
)

builder.mutationField('undoArrived', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description: 'Takes an arrival back. `conflict` if there is none. Needs the staff or admin role.',
    args: { input: t.arg({ type: AppointmentIdInput, required: true, description: 'The appointment.' }) },
    ...runs(undoArrived),
  }),
)

builder.mutationField('undoNoShow', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Takes a no-show back, so that the appointment is scheduled again. `conflict` if its time has been booked since. Needs the staff or admin role.',
    args: { input: t.arg({ type: AppointmentIdInput, required: true, description: 'The appointment.' }) },
    ...runs(undoNoShow),
  }),
)
