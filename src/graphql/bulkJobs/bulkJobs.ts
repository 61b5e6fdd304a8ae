import { BULK } from '#domain/bulkJobs/bulkJob.ts'
import { addTaskToPatients } from '#operations/bulkJobs/addTaskToPatients.ts'
import { assignPatients } from '#operations/bulkJobs/assignPatients.ts'
import { cancelBulkJob } from '#operations/bulkJobs/cancelBulkJob.ts'
import { exportBulkJob } from '#operations/bulkJobs/exportBulkJob.ts'
import { exportSelectedPatients } from '#operations/bulkJobs/exportSelectedPatients.ts'
import { type AssignmentPreview, previewAssignment } from '#operations/bulkJobs/previewAssignment.ts'
import {
  type ConsentLanguagePreview,
  previewConsentLanguages,
} from '#operations/bulkJobs/previewConsentLanguages.ts'
import { listBulkJobRows, readBulkJob } from '#operations/bulkJobs/readBulkJob.ts'
import { sendConsentToPatients } from '#operations/bulkJobs/sendConsentToPatients.ts'
import { undoBulkJob } from '#operations/bulkJobs/undoBulkJob.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Patient } from '../patients/Patient.ts'
import { ReportPart } from '../reports/part.ts'
import { runs } from '../runs.ts'
import { User } from '../users/User.ts'
import { BulkJob, BulkJobOutcome, BulkJobRow } from './BulkJob.ts'
import {
  AddTaskToPatientsInput,
  AssignPatientsInput,
  BulkJobInput,
  ExportSelectedPatientsInput,
  SendConsentToPatientsInput,
} from './inputs.ts'

const own = 'Only jobs that the caller started.'
const idArg = 'ID of the job.'

builder.queryField('bulkJob', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: BulkJob,
    description: `One bulk job. ${own}`,
    args: { id: t.arg.id({ required: true, description: idArg }) },
    resolve: (_root, { id }, context) => readBulkJob(context, id),
  }),
)

builder.queryField('bulkJobRows', (t) =>
  t.withAuth({ can: 'patient.list' }).connection(
    {
      type: BulkJobRow,
      description: `Results of a bulk job for each patient, in order. ${own}`,
      args: {
        id: t.arg.id({ required: true, description: idArg }),
        outcome: t.arg({ type: BulkJobOutcome, description: 'Only patients with this result.' }),
      },
      resolve: async (_root, { id, outcome, ...page }, context) =>
        asConnection(await listBulkJobRows(context, { id, outcome }, page)),
    },
    { description: 'One page of results.' },
  ),
)

builder.queryField('bulkJobReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    // As much as a part of a report.
    complexity: 200,
    description: `Part of the patients of a finished export job who are visible to the caller; recorded as an export. ${own}`,
    args: {
      id: t.arg.id({ required: true, description: idArg }),
      after: t.arg.string({ description: 'Only rows after this cursor.' }),
    },
    resolve: (_root, { id, after }, context) => exportBulkJob(context, id, { after }),
  }),
)

const AssignmentPreviewType = builder.objectRef<AssignmentPreview>('AssignmentPreview').implement({
  description: 'What to know before several patients are assigned.',
  fields: (t) => ({
    unnamedCount: t.exposeInt('unnamedCount', {
      description:
        'Selected patients whose signed form does not name the attorney, who could not see their records.',
    }),
    unnamedPatients: t.expose('unnamedPatients', {
      type: [Patient],
      description: 'The first ten of them, by name.',
    }),
    openCount: t.exposeInt('openCount', {
      description: 'Selected patients whose form waits for a signature and names another attorney.',
    }),
    openPatients: t.expose('openPatients', {
      type: [Patient],
      description: 'The first ten of them, by name.',
    }),
    openTaskCount: t.exposeInt('openTaskCount', {
      description: 'Open tasks on the selected patients that their present assignees have.',
    }),
    appointmentCount: t.exposeInt('appointmentCount', {
      description: 'Coming appointments of the selected patients with their present assignees.',
    }),
    formerAssignees: t.expose('formerAssignees', {
      type: [User],
      description: 'The present assignees who have these tasks and appointments, by name.',
    }),
  }),
})

builder.queryField('assignmentPreview', (t) =>
  t.withAuth({ can: 'patient.reassign' }).field({
    type: AssignmentPreviewType,
    description:
      'Which of the selected patients have a form that does not name the new attorney: a signed one, or one that waits for a signature. And which work `transfersWork` would transfer. Ask before `assignPatients`. Needs the admin role.',
    // It reads up to a thousand patients.
    complexity: 200,
    args: {
      input: t.arg({ type: AssignPatientsInput, required: true, description: 'The patients and the user.' }),
    },
    ...runs(previewAssignment),
  }),
)

const ConsentLanguagePreviewType = builder
  .objectRef<ConsentLanguagePreview>('ConsentLanguagePreview')
  .implement({
    description: 'Who would get a form in English, because the template has no text in their language.',
    fields: (t) => ({
      englishCount: t.exposeInt('englishCount', {
        description: 'Selected patients who prefer a language that the template does not have.',
      }),
      englishPatients: t.expose('englishPatients', {
        type: [Patient],
        description: 'The first ten of them, by name.',
      }),
    }),
  })

builder.queryField('consentLanguagePreview', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: ConsentLanguagePreviewType,
    description:
      'Which of the selected patients would get the form in English although they prefer another language. Ask before `sendConsentToPatients`.',
    // It reads up to a thousand patients.
    complexity: 200,
    args: {
      input: t.arg({
        type: SendConsentToPatientsInput,
        required: true,
        description: 'The patients and the choices.',
      }),
    },
    ...runs(previewConsentLanguages),
  }),
)

const limits =
  `At most ${BULK.patients.toLocaleString('en-US')} patients per job, one running job per user, and ` +
  `${BULK.patientsPerHour.toLocaleString('en-US')} patients per user and hour.`

builder.mutationField('assignPatients', (t) =>
  t.withAuth({ can: 'patient.reassign' }).field({
    type: BulkJob,
    description: `Starts to assign several patients, as \`reassignPatient\` does for one. ${limits} Needs the admin role.`,
    args: {
      input: t.arg({ type: AssignPatientsInput, required: true, description: 'The patients and the user.' }),
    },
    ...runs(assignPatients),
  }),
)

builder.mutationField('sendConsentToPatients', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: BulkJob,
    description: `Starts to ask several patients to sign, as \`sendConsent\` does for one. ${limits}`,
    args: {
      input: t.arg({
        type: SendConsentToPatientsInput,
        required: true,
        description: 'The patients and the choices.',
      }),
    },
    ...runs(sendConsentToPatients),
  }),
)

builder.mutationField('addTaskToPatients', (t) =>
  t.withAuth({ can: 'task.add' }).field({
    type: BulkJob,
    description: `Starts to add a task to each of several patients, as \`addTask\` does for one. ${limits}`,
    args: {
      input: t.arg({
        type: AddTaskToPatientsInput,
        required: true,
        description: 'The patients and the task.',
      }),
    },
    ...runs(addTaskToPatients),
  }),
)

builder.mutationField('exportSelectedPatients', (t) =>
  t.withAuth({ can: 'bulkJob.export' }).field({
    type: BulkJob,
    description: `Starts an export of several patients. \`bulkJobReport\` and REST return its table. ${limits} Not for API keys.`,
    args: {
      input: t.arg({ type: ExportSelectedPatientsInput, required: true, description: 'The patients.' }),
    },
    ...runs(exportSelectedPatients),
  }),
)

builder.mutationField('undoBulkJob', (t) =>
  t.withAuth({ can: 'patient.reassign' }).field({
    type: BulkJob,
    description: `Starts to give the patients of an ended assignment back to their former assignees, once, with the open tasks and coming appointments that followed them. Patients who were reassigned in the meantime are skipped. ${own} Needs the admin role.`,
    args: { input: t.arg({ type: BulkJobInput, required: true, description: 'The job to undo.' }) },
    ...runs(undoBulkJob),
  }),
)

builder.mutationField('cancelBulkJob', (t) =>
  t.withAuth({ can: 'bulkJob.cancel' }).field({
    type: BulkJob,
    description: `Ends a running bulk job before its next patient. ${own}`,
    args: { input: t.arg({ type: BulkJobInput, required: true, description: 'The job to cancel.' }) },
    ...runs(cancelBulkJob),
  }),
)
