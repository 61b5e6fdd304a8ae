import type { PatientReportInput, ReportInput, WorkProductReportInput } from '#domain/reports/inputs.ts'
import { exportAppointments } from '#operations/reports/exportAppointments.ts'
import { exportConsents } from '#operations/reports/exportConsents.ts'
import { exportPatients } from '#operations/reports/exportPatients.ts'
import { exportTasks } from '#operations/reports/exportTasks.ts'
import { exportWorkProduct } from '#operations/reports/exportWorkProduct.ts'
import { type ConsentFunnel as Funnel, readConsentFunnel } from '#operations/reports/readConsentFunnel.ts'
import { builder } from '../builder.ts'
import { PatientStatus } from '../patients/Patient.ts'
import { ReportPart } from './part.ts'

type Args = Parameters<Parameters<typeof builder.args>[0]>[0]

const dayArgs = (t: Args) => ({
  fromDay: t.field({ type: 'Date', description: "Only from this day on, in the clinic's time zone." }),
  toDay: t.field({ type: 'Date', description: "Only up to this day, in the clinic's time zone." }),
})
const partArgs = (t: Args) => ({
  ...dayArgs(t),
  first: t.int({ description: 'Maximum number of rows; at most 2,000, which is also the default.' }),
  after: t.string({ description: 'Only rows after this cursor.' }),
})

/** A part costs about as much as twenty pages of a list. */
const complexity = 200

builder.queryField('patientReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description: 'Part of the patients added in these days, for export; recorded as an export.',
    args: {
      ...builder.args(partArgs),
      status: t.arg({
        type: PatientStatus,
        description: 'Only patients at this status; by default all except `dropped`.',
      }),
      search: t.arg.string({
        description: 'Only patients that `patients(search:)` finds.',
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
    description: 'Part of the consent progress of each patient added in these days; recorded as an export.',
    args: builder.args(partArgs),
    resolve: (_root, { first, after, ...input }, context) =>
      exportConsents(context, input as ReportInput, { first, after }),
  }),
)

builder.queryField('taskReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description: 'Part of the tasks created in these days, for export; recorded as an export.',
    args: builder.args(partArgs),
    resolve: (_root, { first, after, ...input }, context) =>
      exportTasks(context, input as ReportInput, { first, after }),
  }),
)

builder.queryField('appointmentReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description: 'Part of the appointments in these days, for export; recorded as an export.',
    args: builder.args(partArgs),
    resolve: (_root, { first, after, ...input }, context) =>
      exportAppointments(context, input as ReportInput, { first, after }),
  }),
)

builder.queryField('workProductReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description:
      'Part of the work product that the caller wrote in these days about patients they can see, for export; recorded as an export.',
    args: {
      ...builder.args(partArgs),
      patientId: t.arg.id({ description: 'Only about this patient.' }),
    },
    resolve: (_root, { first, after, ...input }, context) =>
      exportWorkProduct(context, input as WorkProductReportInput, { first, after }),
  }),
)

const ConsentFunnel = builder.objectRef<Funnel>('ConsentFunnel').implement({
  description:
    'Consent funnel of the patients added in a period. Each step counts those of the step before who reached it.',
  fields: (t) => ({
    added: t.exposeInt('added', { description: 'Patients added, including dropped ones.' }),
    sent: t.exposeInt('sent', { description: 'Of them, those who were sent a form or signed without one.' }),
    signed: t.exposeInt('signed', { description: 'Of them, those whose consent is signed.' }),
    ready: t.exposeInt('ready', { description: 'Of them, those at schedulable or later.' }),
    medianDaysToSend: t.exposeFloat('medianDaysToSend', {
      nullable: true,
      description: 'Median days until the form was sent; `null` if none was.',
    }),
    medianDaysToSign: t.exposeFloat('medianDaysToSign', {
      nullable: true,
      description: 'Median days from sending to signature; `null` if there are none.',
    }),
  }),
})

builder.queryField('consentFunnel', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ConsentFunnel,
    // It reads every patient of the period.
    complexity: 500,
    description: 'Consent funnel of the patients added in these days that the caller can see.',
    args: builder.args(dayArgs),
    resolve: (_root, input, context) => readConsentFunnel(context, input as ReportInput),
  }),
)
