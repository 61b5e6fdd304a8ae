import type { PatientReportInput, ReportInput } from '#domain/reports/inputs.ts'
import { exportAppointments } from '#operations/reports/exportAppointments.ts'
import { exportConsents } from '#operations/reports/exportConsents.ts'
import { exportPatients } from '#operations/reports/exportPatients.ts'
import { exportTasks } from '#operations/reports/exportTasks.ts'
import { type ConsentFunnel as Funnel, readConsentFunnel } from '#operations/reports/readConsentFunnel.ts'
import { builder } from '../builder.ts'
import { PatientStatus } from '../patients/Patient.ts'
import { ReportPart } from './part.ts'

type Args = Parameters<Parameters<typeof builder.args>[0]>[0]

const dayArgs = (t: Args) => ({
  fromDay: t.field({ type: 'Date', description: 'Only of this day of the clinic or later.' }),
  toDay: t.field({ type: 'Date', description: 'Only of this day of the clinic or before.' }),
})
const partArgs = (t: Args) => ({
  ...dayArgs(t),
  first: t.int({ description: 'At most so many rows; up to 2,000, which is also what it is without.' }),
  after: t.string({ description: 'Only rows behind this cursor.' }),
})

/** A part costs about as much as twenty pages of a list. */
const complexity = 200

builder.queryField('patientReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description: 'A part of the patients added in these days, to be written down; recorded as an export.',
    args: {
      ...builder.args(partArgs),
      status: t.arg({
        type: PatientStatus,
        description: 'Only patients with this status; without it, all but `dropped`.',
      }),
      search: t.arg.string({
        description: 'Only patients whose name or e-mail address has all these words.',
      }),
    },
    resolve: (_root, { first, after, ...input }, context) =>
      exportPatients(context, input as PatientReportInput, { first, after }),
  }),
)

builder.queryField('consentReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description:
      'A part of how far consent has come for each patient added in these days; recorded as an export.',
    args: builder.args(partArgs),
    resolve: (_root, { first, after, ...input }, context) =>
      exportConsents(context, input as ReportInput, { first, after }),
  }),
)

builder.queryField('taskReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description: 'A part of the tasks made in these days, to be written down; recorded as an export.',
    args: builder.args(partArgs),
    resolve: (_root, { first, after, ...input }, context) =>
      exportTasks(context, input as ReportInput, { first, after }),
  }),
)

builder.queryField('appointmentReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description: 'A part of the appointments in these days, to be written down; recorded as an export.',
    args: builder.args(partArgs),
    resolve: (_root, { first, after, ...input }, context) =>
      exportAppointments(context, input as ReportInput, { first, after }),
  }),
)

const ConsentFunnel = builder.objectRef<Funnel>('ConsentFunnel').implement({
  description:
    'How far the patients added in some days have come, each step counting those who went on from it.',
  fields: (t) => ({
    added: t.exposeInt('added', { description: 'Patients added, the dropped ones too.' }),
    sent: t.exposeInt('sent', { description: 'Of them, those who were sent a form, or signed without.' }),
    signed: t.exposeInt('signed', { description: 'Of them, those whose consent is signed.' }),
    ready: t.exposeInt('ready', { description: 'Of them, those who are schedulable or further along.' }),
    medianDaysToSend: t.exposeFloat('medianDaysToSend', {
      nullable: true,
      description: 'Days within which half were sent the form; `null` before the first.',
    }),
    medianDaysToSign: t.exposeFloat('medianDaysToSign', {
      nullable: true,
      description: 'Days within which half had signed what was sent; `null` before the first.',
    }),
  }),
})

builder.queryField('consentFunnel', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ConsentFunnel,
    // It reads every patient of the days.
    complexity: 500,
    description: 'How far consent has come among the patients added in these days that exist for the reader.',
    args: builder.args(dayArgs),
    resolve: (_root, input, context) => readConsentFunnel(context, input as ReportInput),
  }),
)
