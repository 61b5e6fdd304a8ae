import {
  downloadAppointment,
  type CalendarFile as File,
} from '#operations/appointments/downloadAppointment.ts'
import { listAppointments } from '#operations/appointments/listAppointments.ts'
import { viewAppointment } from '#operations/appointments/viewAppointment.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { selected, selectedNodes } from '../selection.ts'
import { Appointment, AppointmentStatus } from './Appointment.ts'

builder.queryField('appointments', (t) =>
  t.withAuth({ can: 'appointment.list' }).connection(
    {
      type: Appointment,
      description: 'Appointments of the patients that exist for the caller, by time.',
      args: {
        upcoming: t.arg.boolean({ defaultValue: false, description: 'Leave out what is past or cancelled.' }),
        from: t.arg({ type: 'DateTime', description: 'Only those that begin then or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Only those that begin before then.' }),
        providerId: t.arg.id({ description: 'Only those with this user.' }),
        patientId: t.arg.id({ description: 'Only those of this patient.' }),
        status: t.arg({ type: AppointmentStatus, description: 'Only those that came to this.' }),
      },
      resolve: async (_root, { upcoming, from, to, providerId, patientId, status, ...page }, context, info) =>
        asConnection(
          await listAppointments(
            context,
            { upcoming, from, to, providerId, patientId, status },
            page,
            selectedNodes(context, info),
          ),
        ),
    },
    {
      description: 'One page of appointments.',
      fields: (connection) => ({
        totalCount: connection.int({
          description: 'Appointments in the whole list; past ten thousand they are not counted out.',
          resolve: async ({ total }) => (await total()).count,
        }),
        isTotalExact: connection.boolean({
          description: 'False when there are more than `totalCount`.',
          resolve: async ({ total }) => (await total()).isExact,
        }),
      }),
    },
  ),
)

builder.queryField('appointment', (t) =>
  t.withAuth({ can: 'appointment.list' }).field({
    type: Appointment,
    description:
      'One appointment, opened. An unknown one and one of a patient of somebody else are both `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Key of the appointment.' }) },
    resolve: (_root, { id }, context, info) =>
      viewAppointment(context, { appointmentId: id }, selected(context, info)),
  }),
)

const CalendarFile = builder.objectRef<File>('CalendarFile').implement({
  description: 'An iCalendar file (RFC 5545): when, and nothing of the patient.',
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'What to call it.' }),
    content: t.exposeString('content', { description: 'The file.' }),
  }),
})

builder.queryField('appointmentCalendar', (t) =>
  t.withAuth({ can: 'appointment.list' }).field({
    type: CalendarFile,
    description:
      'One appointment for a calendar program, cancelled ones marked as such. Its reading is recorded.',
    args: { id: t.arg.id({ required: true, description: 'Key of the appointment.' }) },
    resolve: (_root, { id }, context) => downloadAppointment(context, { appointmentId: id }),
  }),
)
