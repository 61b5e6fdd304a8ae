import { builder } from '../builder.ts'
import { IdentityCheck } from '../consent/IdentityCheck.ts'
import { patientFilterArgs } from '../patients/filters.ts'
import { transfersWork } from '../patients/inputs.ts'
import { TaskPriority } from '../tasks/tasks.ts'

const PatientFilterInput = builder.inputType('PatientFilterInput', {
  description: 'Filters of the patient list. Several filters must all match.',
  fields: patientFilterArgs,
})

const PatientSelectionInput = builder.inputType('PatientSelectionInput', {
  description: 'Either patients by ID or all patients that match a filter; at most 1,000.',
  fields: (t) => ({
    patientIds: t.idList({ description: 'IDs of the patients.' }),
    filter: t.field({ type: PatientFilterInput, description: 'All patients that match.' }),
  }),
})

const selection = { type: PatientSelectionInput, required: true, description: 'The patients.' } as const

export const AssignPatientsInput = builder.inputType('AssignPatientsInput', {
  description: 'Several patients, and the user who becomes responsible for them.',
  fields: (t) => ({
    selection: t.field(selection),
    assignedAttorney: t.string({
      required: true,
      description: 'ID of an active attorney or staff member, or `none` to unassign.',
    }),
    transfersWork: t.boolean({ description: transfersWork }),
  }),
})

export const SendConsentToPatientsInput = builder.inputType('SendConsentToPatientsInput', {
  description: 'Several patients to ask for a signature, and the form.',
  fields: (t) => ({
    selection: t.field(selection),
    templateId: t.id({ description: 'ID of the consent template; by default the default template.' }),
    identityCheck: t.field({
      type: IdentityCheck,
      description: "Identity check of the links; by default the clinic's setting; `none` does not lower it.",
    }),
  }),
})

export const AddTaskToPatientsInput = builder.inputType('AddTaskToPatientsInput', {
  description: 'Several patients, and the task that each of them gets.',
  fields: (t) => ({
    selection: t.field(selection),
    title: t.string({ required: true, description: 'What to do, in one line.' }),
    description: t.string({ description: 'Details of the task.' }),
    assignedTo: t.id({ required: true, description: 'ID of an active user who can see the patients.' }),
    priority: t.field({ type: TaskPriority, description: 'Default: `normal`.' }),
    dueDate: t.field({ type: 'DateTime', description: 'When it is due.' }),
  }),
})

export const ExportSelectedPatientsInput = builder.inputType('ExportSelectedPatientsInput', {
  description: 'Several patients to export.',
  fields: (t) => ({ selection: t.field(selection) }),
})

export const BulkJobInput = builder.inputType('BulkJobInput', {
  description: 'A bulk job.',
  fields: (t) => ({ bulkJobId: t.id({ required: true, description: 'ID of the job.' }) }),
})
