import { appointmentStatuses } from '#domain/appointments/appointment.ts'
import { builder } from '../builder.ts'

export const AppointmentStatus = builder.enumType('AppointmentStatus', {
  description: 'What has become of an appointment.',
  values: appointmentStatuses,
})

export const Appointment = builder.prismaObject('Appointment', {
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
    isDoubleBooked: t.exposeBoolean('isDoubleBooked', {
      description: 'Was booked on purpose over another appointment of the provider or the patient.',
    }),
    cancelReason: t.exposeString('cancelReason', {
      nullable: true,
      description: 'Why it was called off; `null` unless cancelled, and when nobody said.',
    }),
    createdBy: t.relation('createdBy', { description: 'Who booked it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was booked.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})
