import { builder } from '../builder.ts'
import { PatientStatus } from './Patient.ts'

export const AddPatientInput = builder.inputType('AddPatientInput', {
  description: 'A new patient.',
  fields: (t) => ({
    firstName: t.string({ required: true, description: 'Given name.' }),
    lastName: t.string({ required: true, description: 'Family name.' }),
    email: t.string({
      required: true,
      description: 'Address, unique among patients without regard to case.',
    }),
    phone: t.string({ description: 'Telephone, as people write it.' }),
    address: t.string({ description: 'Postal address.' }),
    dateOfBirth: t.field({ type: 'Date', description: 'Day of birth.' }),
    dateOfInjury: t.field({ type: 'Date', description: 'Day of the injury.' }),
    injuryDescription: t.string({ description: 'What happened, in words.' }),
    notes: t.string({ description: 'Remark from intake.' }),
    status: t.field({
      type: PatientStatus,
      description: 'One of the first four statuses; `pending_consent` when left out.',
    }),
  }),
})

export const EditPatientInput = builder.inputType('EditPatientInput', {
  description: 'Changes to a patient: what is left out stays, `null` clears an optional field.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    firstName: t.string({ description: 'Given name.' }),
    lastName: t.string({ description: 'Family name.' }),
    email: t.string({ description: 'Address, unique among patients without regard to case.' }),
    phone: t.string({ description: 'Telephone, as people write it.' }),
    address: t.string({ description: 'Postal address.' }),
    dateOfBirth: t.field({ type: 'Date', description: 'Day of birth.' }),
    dateOfInjury: t.field({ type: 'Date', description: 'Day of the injury.' }),
    injuryDescription: t.string({ description: 'What happened, in words.' }),
    notes: t.string({ description: 'Remark from intake.' }),
  }),
})

export const DropPatientInput = builder.inputType('DropPatientInput', {
  description: 'Whom to drop, and why.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    dropReason: t.string({ required: true, description: 'Why, in 10 to 1000 characters.' }),
  }),
})

export const OverridePatientStatusInput = builder.inputType('OverridePatientStatusInput', {
  description: 'Where an administrator puts a patient.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    status: t.field({ type: PatientStatus, required: true, description: 'Any status but `dropped`.' }),
  }),
})

export const ReassignPatientInput = builder.inputType('ReassignPatientInput', {
  description: 'Who is answerable for a patient from now on.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    assignedAttorney: t.string({
      required: true,
      description: 'Key of an active attorney or staff member, or `none` for nobody.',
    }),
  }),
})

export const ScheduleConsultationInput = builder.inputType('ScheduleConsultationInput', {
  description: 'When and where a patient is seen.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    consultationDate: t.field({
      type: 'Date',
      required: true,
      description: 'Day, in the clinic’s time zone.',
    }),
    consultationTime: t.string({ required: true, description: 'Time on the clinic’s clock, HH:MM.' }),
    consultationLocation: t.string({ required: true, description: 'Where the patient is seen.' }),
    bookAnyway: t.boolean({
      description: 'Book over another appointment; `forbidden` for attorneys.',
    }),
  }),
})

export const PatientIdInput = builder.inputType('PatientIdInput', {
  description: 'Which patient.',
  fields: (t) => ({ patientId: t.id({ required: true, description: 'Key of the patient.' }) }),
})
