import { appointmentStatuses } from '#domain/appointments/appointment.ts'
import { listAppointments } from '#operations/appointments/listAppointments.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { selectedNodes } from '../selection.ts'

const AppointmentStatus = builder.enumType('AppointmentStatus', {
  description: 'What has become of an appointment.',
  values: appointmentStatuses,
})

const Appointment = builder.prismaObject('Appointment', {
  description: 'A time at which a patient is seen by somebody.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the appointment.' }),
    patient: t.relation('patient', { description: 'Who is seen.' }),
    patientId: t.exposeID('patientId', { description: 'Key of the patient.' }),
    provider: t.relation('provider', { description: 'Who sees the patient.' }),
    providerId: t.exposeID('providerId', { description: 'Key of the provider.' }),
    scheduledAt: t.expose('scheduledAt', { type: 'DateTime', description: 'When it begins.' }),
    duration: t.exposeInt('duration', { description: 'Minutes.' }),
    status: t.expose('status', { type: AppointmentStatus, description: 'What has become of it.' }),
    location: t.exposeString('location', { nullable: true, description: 'Where; `null` when nobody said.' }),
    notes: t.exposeString('notes', { nullable: true, description: 'Remark; `null` when there is none.' }),
    isConsultation: t.exposeBoolean('isConsultation', {
      description: 'Mirrors the patient’s consultation and is kept in step with it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was booked.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

builder.queryField('appointments', (t) =>
  t.withAuth({ can: 'appointment.list' }).connection(
    {
      type: Appointment,
      description: 'Appointments of the patients that exist for the caller, by time.',
      args: {
        upcoming: t.arg.boolean({ defaultValue: false, description: 'Leave out what is past or cancelled.' }),
      },
      resolve: async (_root, { upcoming, ...page }, context, info) =>
        asConnection(
          await listAppointments(
            context,
            { upcoming: upcoming ?? false },
            page,
            selectedNodes(context, info),
          ),
        ),
    },
    { description: 'One page of appointments.' },
  ),
)
