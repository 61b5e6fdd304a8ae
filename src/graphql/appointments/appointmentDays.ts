import { dateOf } from '#domain/dates.ts'
import {
  type AppointmentDay as Counted,
  countAppointmentDays,
} from '#operations/appointments/countAppointmentDays.ts'
import { builder } from '../builder.ts'
import { AppointmentStatus } from './Appointment.ts'

const AppointmentDay = builder.objectRef<Counted>('AppointmentDay').implement({
  description: 'How many appointments a provider has on a day.',
  fields: (t) => ({
    day: t.field({
      type: 'Date',
      description: "The day in the clinic's time zone.",
      resolve: ({ day }) => dateOf(day),
    }),
    providerId: t.exposeID('providerId', { description: 'ID of the provider.' }),
    count: t.exposeInt('count', { description: 'Number of appointments.' }),
  }),
})

builder.queryField('appointmentDays', (t) =>
  t.withAuth({ can: 'appointment.list' }).field({
    type: [AppointmentDay],
    description:
      'Counts the appointments of patients that the caller can see, by day and provider; only the first five thousand. Cancelled ones count only with that status.',
    args: {
      from: t.arg({ type: 'Date', required: true, description: 'The first day.' }),
      to: t.arg({ type: 'Date', required: true, description: 'The last day, at most 42 days in all.' }),
      providerId: t.arg.id({ description: 'Only those with this provider.' }),
      status: t.arg({ type: AppointmentStatus, description: 'Only those with this status.' }),
    },
    extensions: { input: countAppointmentDays.input },
    resolve: (_root, args, context) => countAppointmentDays(context, args),
  }),
)
