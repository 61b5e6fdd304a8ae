import { builder } from '../builder.ts'
import { changedIdentifiers, newIdentifiers, upsertedBy } from '../identifiers.ts'
import { expectedVersion } from '../version.ts'

const bookAnyway =
  'Whether to book over another appointment of the provider or the patient; without it a busy slot is `conflict`.'
const provider = 'ID of an active user; an attorney must be assigned to the patient.'

export const BookAppointmentInput = builder.inputType('BookAppointmentInput', {
  description: 'A new appointment.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    providerId: t.id({ required: true, description: provider }),
    scheduledAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'When it begins; must be in the future.',
    }),
    duration: t.int({ description: 'Duration in minutes, 5 to 1440; default: 60.' }),
    location: t.string({ description: 'Where the appointment takes place.' }),
    notes: t.string({ description: 'Notes about the appointment.' }),
    bookAnyway: t.boolean({ description: bookAnyway }),
    identifiers: t.field(newIdentifiers('the appointment')),
  }),
})

export const EditAppointmentInput = builder.inputType('EditAppointmentInput', {
  description: 'Changes to an appointment; omitted fields stay unchanged.',
  fields: (t) => ({
    appointmentId: t.id({ required: true, description: 'ID of the appointment.' }),
    expectedVersion: t.string({ description: expectedVersion }),
    providerId: t.id({ description: provider }),
    scheduledAt: t.field({
      type: 'DateTime',
      description: 'When it begins; a new time must be in the future.',
    }),
    duration: t.int({ description: 'Duration in minutes, 5 to 1440.' }),
    location: t.string({ description: 'Location; `null` clears it, except for a consultation.' }),
    notes: t.string({ description: 'Notes; `null` clears them.' }),
    bookAnyway: t.boolean({ description: bookAnyway }),
    identifiers: t.field(changedIdentifiers('the appointment')),
  }),
})

export const UpsertAppointmentInput = builder.inputType('UpsertAppointmentInput', {
  description:
    'An appointment of another system. For an existing appointment, omitted fields stay unchanged.',
  fields: (t) => ({
    identifier: t.field(upsertedBy('the appointment')),
    patientId: t.id({
      description: 'The patient of a new appointment. The patient of an existing one cannot change.',
    }),
    providerId: t.id({ description: `${provider} Required for a new appointment.` }),
    scheduledAt: t.field({
      type: 'DateTime',
      description: 'When it begins; a new time must be in the future. Required for a new appointment.',
    }),
    duration: t.int({
      description: 'Duration in minutes, 5 to 1440; for a new appointment 60 when left out.',
    }),
    location: t.string({ description: 'Location; `null` clears it, except for a consultation.' }),
    notes: t.string({ description: 'Notes; `null` clears them.' }),
    bookAnyway: t.boolean({ description: bookAnyway }),
  }),
})

export const CancelAppointmentInput = builder.inputType('CancelAppointmentInput', {
  description: 'The appointment to cancel, and the reason.',
  fields: (t) => ({
    appointmentId: t.id({ required: true, description: 'ID of the appointment.' }),
    cancelReason: t.string({ description: 'The reason, at most 1000 characters.' }),
  }),
})

export const AppointmentIdInput = builder.inputType('AppointmentIdInput', {
  description: 'An appointment.',
  fields: (t) => ({ appointmentId: t.id({ required: true, description: 'ID of the appointment.' }) }),
})
