import { listAppointments } from '#operations/appointments/listAppointments.ts'
import { viewAppointmentByIdentifier } from '#operations/appointments/upsertAppointment.ts'
import {
  downloadAppointment,
  type CalendarFile as File,
  viewAppointment,
} from '#operations/appointments/viewAppointment.ts'

import { builder } from '../builder.ts'
import { asConnection, updatedSinceArg } from '../connection.ts'
import { identifierArgs } from '../identifiers.ts'
import { selected, selectedNodes } from '../selection.ts'
import { Appointment, AppointmentSort, AppointmentStatus } from './Appointment.ts'

builder.queryField('appointments', (t) =>
  t.withAuth({ can: 'appointment.list' }).connection(
    {
      type: Appointment,
      description: 'Appointments of patients that the caller can see, by time.',
      args: {
        upcoming: t.arg.boolean({
          defaultValue: false,
          description: 'Whether to exclude past and cancelled ones.',
        }),
        from: t.arg({ type: 'DateTime', description: 'Only those that begin at this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Only those that begin before this time.' }),
        providerId: t.arg.id({ description: 'Only those with this provider.' }),
        patientId: t.arg.id({ description: 'Only those of this patient.' }),
        status: t.arg({ type: AppointmentStatus, description: 'Only those with this status.' }),
        updatedSince: t.arg(updatedSinceArg),
        sort: t.arg({ type: AppointmentSort, description: 'Sort key; default: `time`.' }),
      },
      resolve: async (_root, { first, last, before, after, ...filters }, context, info) =>
        asConnection(
          await listAppointments(
            context,
            filters,
            { first, last, before, after },
            selectedNodes(context, info),
          ),
        ),
    },
    {
      description: 'One page of appointments.',
      fields: (connection) => ({
        totalCount: connection.int({
          description: 'Number of appointments in the whole list; counted up to ten thousand.',
          resolve: async ({ total }) => (await total()).count,
        }),
        isTotalExact: connection.boolean({
          description: 'False if there are more than `totalCount`.',
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
      'Opens one appointment. `not_found` if it does not exist or the caller cannot see its patient.',
    args: { id: t.arg.id({ required: true, description: 'ID of the appointment.' }) },
    resolve: (_root, { id }, context, info) =>
      viewAppointment(context, { appointmentId: id }, selected(context, info)),
  }),
)

builder.queryField('appointmentByIdentifier', (t) =>
  t.withAuth({ can: 'appointment.list' }).field({
    type: Appointment,
    description:
      'Opens the appointment with an identifier of another system. `not_found` if there is none or the caller cannot see its patient.',
    args: { system: t.arg.string(identifierArgs.system), value: t.arg.string(identifierArgs.value) },
    resolve: (_root, args, context, info) =>
      viewAppointmentByIdentifier(context, args, selected(context, info)),
  }),
)

const CalendarFile = builder.objectRef<File>('CalendarFile').implement({
  description: 'An iCalendar file (RFC 5545) with the time and no patient data.',
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'File name to save it under.' }),
    content: t.exposeString('content', { description: 'The file.' }),
  }),
})

builder.queryField('appointmentCalendar', (t) =>
  t.withAuth({ can: 'appointment.list' }).field({
    type: CalendarFile,
    description: 'One appointment for a calendar program; a cancelled one is marked. Reading it is recorded.',
    args: { id: t.arg.id({ required: true, description: 'ID of the appointment.' }) },
    resolve: (_root, { id }, context) => downloadAppointment(context, { appointmentId: id }),
  }),
)
