import { unattendedReason } from '#domain/access/unattended.ts'
import { appointmentSorts, appointmentStatuses } from '#domain/appointments/appointment.ts'
import { patientAnswers } from '#domain/reminders/reminder.ts'
import { builder } from '../builder.ts'
import { UPDATED_SORT } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import { identifiersOf } from '../identifiers.ts'
import { Node } from '../nodes/Node.ts'
import { ofPatient, responsible, UnattendedReason } from '../unattended.ts'
import { version } from '../version.ts'

export const AppointmentStatus = builder.enumType('AppointmentStatus', {
  description: 'Status of an appointment.',
  values: enumValues(appointmentStatuses, {
    scheduled: 'It is to take place',
    completed: 'It took place',
    cancelled: 'It was cancelled',
    no_show: 'The patient did not come',
  }),
})

export const AppointmentSort = builder.enumType('AppointmentSort', {
  description: 'Sort key of the list of appointments.',
  values: enumValues(appointmentSorts, {
    time: 'By time, the earliest first.',
    updated: UPDATED_SORT,
  }),
})

export const PatientAnswer = builder.enumType('PatientAnswer', {
  description: 'What a patient answered to a reminder: confirmed, or a call is wanted.',
  values: enumValues(patientAnswers, {
    confirmed: 'The patient comes',
    call_wanted: 'The patient wants a call',
  }),
})

export const Appointment = builder.prismaObject('Appointment', {
  interfaces: [Node],
  description: 'An appointment of a patient with a provider.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the appointment.' }),
    patient: t.relation('patient', { description: 'The patient.' }),
    patientId: t.exposeID('patientId', { description: 'ID of the patient.' }),
    provider: t.relation('provider', { description: 'The provider.' }),
    providerId: t.exposeID('providerId', { description: 'ID of the provider.' }),
    unattended: t.field({
      type: UnattendedReason,
      nullable: true,
      description: 'Why the provider of a coming appointment cannot attend to it; `null` otherwise.',
      select: { status: true, scheduledAt: true, provider: responsible, patient: ofPatient },
      resolve: ({ status, scheduledAt, provider, patient }, _args, { now }) =>
        status === 'scheduled' && scheduledAt > now() ? unattendedReason(provider, patient) : null,
    }),
    scheduledAt: t.expose('scheduledAt', { type: 'DateTime', description: 'When it begins.' }),
    duration: t.exposeInt('duration', { description: 'Duration in minutes.' }),
    status: t.expose('status', { type: AppointmentStatus, description: 'Status of the appointment.' }),
    location: t.exposeString('location', {
      nullable: true,
      description: 'Location; `null` if there is none.',
    }),
    notes: t.exposeString('notes', { nullable: true, description: 'Notes; `null` if there are none.' }),
    isConsultation: t.exposeBoolean('isConsultation', {
      description: "Whether it mirrors the patient's consultation and is kept in sync with it.",
    }),
    isDoubleBooked: t.exposeBoolean('isDoubleBooked', {
      description:
        'Whether it was booked over another appointment of the provider or the patient on purpose.',
    }),
    cancelReason: t.exposeString('cancelReason', {
      nullable: true,
      description: 'Why it was cancelled; `null` if it was not, or if no reason was given.',
    }),
    arrivedAt: t.expose('arrivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient arrived; `null` before that.',
    }),
    patientAnswer: t.expose('patientAnswer', {
      type: PatientAnswer,
      nullable: true,
      description: 'What the patient answered to a reminder of this time; `null` without an answer.',
    }),
    patientAnsweredAt: t.expose('patientAnsweredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient answered; `null` without an answer.',
    }),
    createdBy: t.relation('createdBy', { description: 'User who booked it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was booked.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    version: t.string(version),
    identifiers: t.relation('identifiers', identifiersOf('the appointment')),
  }),
})
