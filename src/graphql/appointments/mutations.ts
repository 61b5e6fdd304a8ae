import { bookAppointment } from '#operations/appointments/bookAppointment.ts'
import { cancelAppointment } from '#operations/appointments/cancelAppointment.ts'
import { completeAppointment } from '#operations/appointments/completeAppointment.ts'
import { editAppointment } from '#operations/appointments/editAppointment.ts'
import { markNoShow } from '#operations/appointments/markNoShow.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { Appointment } from './Appointment.ts'
import {
  AppointmentIdInput,
  BookAppointmentInput,
  CancelAppointmentInput,
  EditAppointmentInput,
} from './inputs.ts'

builder.mutationField('bookAppointment', (t) =>
  t.withAuth({ can: 'appointment.book' }).field({
    type: Appointment,
    description:
      'Books a patient with somebody, and tells them. `conflict` when the slot is taken, or at a status the role may not book at. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: BookAppointmentInput, required: true, description: 'Whom, with whom and when.' }),
    },
    ...runs(bookAppointment),
  }),
)

builder.mutationField('editAppointment', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Changes a scheduled appointment, and the consultation it mirrors with it. `conflict` when the slot is taken, when it is settled, or at a status the role may not book at. Needs the staff or admin role.',
    args: { input: t.arg({ type: EditAppointmentInput, required: true, description: 'Which, and how.' }) },
    ...runs(editAppointment),
  }),
)

builder.mutationField('cancelAppointment', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Calls a scheduled appointment off, and the consultation it mirrors with it. `conflict` when it is settled. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: CancelAppointmentInput, required: true, description: 'Which, and why.' }),
    },
    ...runs(cancelAppointment),
  }),
)

builder.mutationField('completeAppointment', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Records that the patient came. `conflict` before it has begun, and when it is settled. Needs the staff or admin role.',
    args: { input: t.arg({ type: AppointmentIdInput, required: true, description: 'Which.' }) },
    ...runs(completeAppointment),
  }),
)

builder.mutationField('markNoShow', (t) =>
  t.withAuth({ can: 'appointment.edit' }).field({
    type: Appointment,
    description:
      'Records that the patient did not come. `conflict` before it has begun, and when it is settled. Needs the staff or admin role.',
    args: { input: t.arg({ type: AppointmentIdInput, required: true, description: 'Which.' }) },
    ...runs(markNoShow),
  }),
)
