import { builder } from '../builder.ts'

const bookAnyway =
  'Book over another appointment of the provider or the patient; without it a taken slot is `conflict`.'
const provider = 'Key of an active user; an attorney must be the patient’s assignee.'

export const BookAppointmentInput = builder.inputType('BookAppointmentInput', {
  description: 'A new appointment.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    providerId: t.id({ required: true, description: provider }),
    scheduledAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'When it begins, later than now.',
    }),
    duration: t.int({ description: 'Minutes, 5 to 1440; 60 when left out.' }),
    location: t.string({ description: 'Where.' }),
    notes: t.string({ description: 'Remark.' }),
    bookAnyway: t.boolean({ description: bookAnyway }),
  }),
})

export const EditAppointmentInput = builder.inputType('EditAppointmentInput', {
  description: 'Changes to an appointment: what is left out stays.',
  fields: (t) => ({
    appointmentId: t.id({ required: true, description: 'Key of the appointment.' }),
    providerId: t.id({ description: provider }),
    scheduledAt: t.field({
      type: 'DateTime',
      description: 'When it begins, later than now when it changes.',
    }),
    duration: t.int({ description: 'Minutes, 5 to 1440.' }),
    location: t.string({ description: 'Where; `null` clears it, except for a consultation.' }),
    notes: t.string({ description: 'Remark; `null` clears it.' }),
    bookAnyway: t.boolean({ description: bookAnyway }),
  }),
})

export const CancelAppointmentInput = builder.inputType('CancelAppointmentInput', {
  description: 'What to call off, and why.',
  fields: (t) => ({
    appointmentId: t.id({ required: true, description: 'Key of the appointment.' }),
    cancelReason: t.string({ description: 'Why, in at most 1000 characters.' }),
  }),
})

export const AppointmentIdInput = builder.inputType('AppointmentIdInput', {
  description: 'Which appointment.',
  fields: (t) => ({ appointmentId: t.id({ required: true, description: 'Key of the appointment.' }) }),
})
