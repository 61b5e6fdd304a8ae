import {
  mapPatientFields,
  type PatientFieldKind,
  type PatientFieldName,
} from '#domain/patients/patientFields.ts'
import { builder } from '../builder.ts'
import { changedIdentifiers, newIdentifiers, upsertedBy } from '../identifiers.ts'
import { expectedVersion } from '../version.ts'
import { Language } from './Language.ts'
import { PatientStatus } from './Patient.ts'
import { patientFieldDescriptions } from './patientFieldDescriptions.ts'

const typeOf = (kind: PatientFieldKind) =>
  kind === 'date' ? 'Date' : kind === 'language' ? Language : 'String'

export const transfersWork =
  'Whether the former assignee’s open tasks on the patient and coming appointments with the patient go to the new one, too; `false` by default.'

const inputDescription = (name: PatientFieldName) => patientFieldDescriptions[name].input

export const AddPatientInput = builder.inputType('AddPatientInput', {
  description: 'A new patient.',
  fields: (t) => ({
    ...mapPatientFields((name, { kind, isRequired = false }) =>
      t.field({
        type: typeOf(kind),
        required: isRequired,
        description: inputDescription(name),
      }),
    ),
    status: t.field({
      type: PatientStatus,
      description: 'One of the first four statuses; default: `pending_consent`.',
    }),
    identifiers: t.field(newIdentifiers('the patient')),
  }),
})

export const UpsertPatientInput = builder.inputType('UpsertPatientInput', {
  description: 'A patient of another system. For an existing patient, omitted fields stay unchanged.',
  fields: (t) => ({
    identifier: t.field(upsertedBy('the patient')),
    ...mapPatientFields((name, { kind }) =>
      t.field({ type: typeOf(kind), description: inputDescription(name) }),
    ),
    status: t.field({
      type: PatientStatus,
      description: 'Status of a new patient, one of the first four; default: `pending_consent`.',
    }),
  }),
})

export const EditPatientInput = builder.inputType('EditPatientInput', {
  description: 'Changes to a patient: omitted fields stay unchanged, `null` clears an optional field.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    expectedVersion: t.string({ description: expectedVersion }),
    ...mapPatientFields((name, { kind }) =>
      t.field({ type: typeOf(kind), description: inputDescription(name) }),
    ),
    identifiers: t.field(changedIdentifiers('the patient')),
  }),
})

export const PossibleDuplicatesInput = builder.inputType('PossibleDuplicatesInput', {
  description: 'What is known about a person: name and date of birth, a phone number, or both.',
  fields: (t) => ({
    patientId: t.id({ description: 'ID of the patient being edited, who is not a duplicate.' }),
    firstName: t.string({ description: 'Given name.' }),
    lastName: t.string({ description: 'Family name.' }),
    dateOfBirth: t.field({ type: 'Date', description: 'Date of birth of the person.' }),
    phone: t.string({ description: 'Phone number of the person.' }),
  }),
})

export const DropPatientInput = builder.inputType('DropPatientInput', {
  description: 'The patient to drop, and the reason.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    expectedVersion: t.string({ description: expectedVersion }),
    dropReason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

export const OverridePatientStatusInput = builder.inputType('OverridePatientStatusInput', {
  description: 'The status that an administrator sets.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    expectedVersion: t.string({ description: expectedVersion }),
    status: t.field({ type: PatientStatus, required: true, description: 'Any status except `dropped`.' }),
  }),
})

export const ReassignPatientInput = builder.inputType('ReassignPatientInput', {
  description: 'The user who becomes responsible for a patient.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    expectedVersion: t.string({ description: expectedVersion }),
    assignedAttorney: t.string({
      required: true,
      description: 'ID of an active attorney or staff member, or `none` to unassign.',
    }),
    transfersWork: t.boolean({ description: transfersWork }),
  }),
})

export const ScheduleConsultationInput = builder.inputType('ScheduleConsultationInput', {
  description: 'Time and location of a consultation.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    expectedVersion: t.string({ description: expectedVersion }),
    consultationDate: t.field({
      type: 'Date',
      required: true,
      description: "Date in the clinic's time zone.",
    }),
    consultationTime: t.string({ required: true, description: "Time in the clinic's time zone, HH:MM." }),
    consultationLocation: t.string({ required: true, description: 'Location of the consultation.' }),
    bookAnyway: t.boolean({
      description: 'Whether to book over another appointment; `forbidden` for attorneys.',
    }),
  }),
})

export const PatientIdInput = builder.inputType('PatientIdInput', {
  description: 'A patient.',
  fields: (t) => ({ patientId: t.id({ required: true, description: 'ID of the patient.' }) }),
})
