import { type Day, dateOf } from '#domain/dates.ts'
import {
  type ClinicReport as Report,
  reportTables,
  type SignedOf as SignedRow,
} from '#domain/reports/clinicReport.ts'
import type { ClinicReportInput, ReportTableInput } from '#domain/reports/inputs.ts'
import type { Period } from '#domain/reports/period.ts'
import { exportReportTable } from '#operations/reports/exportReportTable.ts'
import { readClinicReport } from '#operations/reports/readClinicReport.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { PatientStatus } from '../patients/Patient.ts'
import { ReportPart } from './part.ts'

type Args = Parameters<Parameters<typeof builder.args>[0]>[0]

const filterArgs = (t: Args) => ({
  fromDay: t.field({
    type: 'Date',
    description: "First day, in the clinic's time zone. By default the period covers twelve weeks.",
  }),
  toDay: t.field({ type: 'Date', description: 'Last day; by default today. A period has at most 366 days.' }),
  attorneyId: t.id({ description: 'Only patients assigned to this user.' }),
  templateId: t.id({ description: 'Only signatures of this consent template.' }),
})

const week = {
  type: 'Date',
  description: 'Sunday on which the week begins.',
  resolve: (row: { week: Day }) => dateOf(row.week),
} as const

const SignedWeek = builder.objectRef<Report['signedByWeek'][number]>('SignedWeek').implement({
  description: 'The signed consent forms of one week.',
  fields: (t) => ({
    week: t.field(week),
    signed: t.exposeInt('signed', { description: 'Number of forms signed.' }),
  }),
})

const SignedOf = builder.objectRef<SignedRow>('SignedOf').implement({
  description: 'The signed consent forms of one attorney or template.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: true,
      description: 'ID; `null` for unassigned patients or other forms.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name; `null` where the ID is.' }),
    signed: t.exposeInt('signed', { description: 'Number of forms signed.' }),
    medianDays: t.exposeFloat('medianDays', {
      nullable: true,
      description: 'Median days from the first sending to the signature; `null` if no form was sent.',
    }),
  }),
})

const FunnelStep = builder.objectRef<Report['funnel'][number]>('FunnelStep').implement({
  description: 'The patients added in a period at one step of the pipeline.',
  fields: (t) => ({
    status: t.expose('status', { type: PatientStatus, description: 'The step.' }),
    reached: t.exposeInt('reached', { description: 'Patients who came at least this far.' }),
    here: t.exposeInt('here', { description: 'Patients at this step now.' }),
    dropped: t.exposeInt('dropped', { description: 'Patients dropped at this step.' }),
  }),
})

const WaitingPatient = builder.objectRef<Report['oldestWaiting'][number]>('WaitingPatient').implement({
  description: 'A patient who waits for the next step.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the patient.' }),
    firstName: t.exposeString('firstName', { description: 'Given name of the patient.' }),
    lastName: t.exposeString('lastName', { description: 'Family name of the patient.' }),
    status: t.expose('status', { type: PatientStatus, description: 'Current status.' }),
    since: t.field({
      type: 'DateTime',
      description: 'When the patient entered the status.',
      resolve: ({ since }) => new Date(since),
    }),
    attorney: t.exposeString('attorney', {
      nullable: true,
      description: 'Name of the assigned user; `null` if unassigned.',
    }),
  }),
})

const VisitWeek = builder.objectRef<Report['visitsByWeek'][number]>('VisitWeek').implement({
  description: 'The appointments of one week whose time has passed.',
  fields: (t) => ({
    week: t.field(week),
    visits: t.exposeInt('visits', { description: 'Number of appointments.' }),
    noShows: t.exposeInt('noShows', { description: 'Of them, those that the patient missed.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Of them, those that were cancelled.' }),
  }),
})

const ForwardedWeek = builder.objectRef<Report['forwardedByWeek'][number]>('ForwardedWeek').implement({
  description: 'The records forwarded in one week.',
  fields: (t) => ({
    week: t.field(week),
    forwardings: t.exposeInt('forwardings', { description: 'Number of forwardings.' }),
    records: t.exposeInt('records', { description: 'Number of records in them.' }),
  }),
})

const ClinicReport = builder.objectRef<Report & Period>('ClinicReport').implement({
  description: "Figures about the patients in the caller's scope.",
  fields: (t) => ({
    fromDay: t.field({
      type: 'Date',
      description: 'First day of the period.',
      resolve: ({ fromDay }) => dateOf(fromDay),
    }),
    toDay: t.field({
      type: 'Date',
      description: 'Last day of the period.',
      resolve: ({ toDay }) => dateOf(toDay),
    }),
    signedByWeek: t.expose('signedByWeek', { type: [SignedWeek], description: 'Signatures per week.' }),
    signedByAttorney: t.expose('signedByAttorney', {
      type: [SignedOf],
      description: 'Signatures by the current assignee, the twenty with the most.',
    }),
    signedByTemplate: t.expose('signedByTemplate', {
      type: [SignedOf],
      description: 'Signatures by consent template, the twenty with the most.',
    }),
    funnel: t.expose('funnel', {
      type: [FunnelStep],
      description: 'The patients added in the period, by step. The template does not filter it.',
    }),
    oldestWaiting: t.expose('oldestWaiting', {
      type: [WaitingPatient],
      description: 'The twenty patients who have been waiting longest now, regardless of the period.',
    }),
    visitsByWeek: t.expose('visitsByWeek', { type: [VisitWeek], description: 'Past appointments per week.' }),
    forwardedByWeek: t.expose('forwardedByWeek', {
      type: [ForwardedWeek],
      description: 'Forwarded records per week.',
    }),
  }),
})

/** A year at a million patients takes about as long as the consent funnel of all of them. */
const complexity = 500

builder.queryField('clinicReport', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ClinicReport,
    complexity,
    description: 'The figures of the Reports screen; recorded with the patients that it names.',
    args: builder.args(filterArgs),
    resolve: (_root, input, context) => readClinicReport(context, input as ClinicReportInput),
  }),
)

const ReportTable = builder.enumType('ReportTable', {
  description: 'A table of the Reports screen.',
  values: enumValues(reportTables, {
    signed_by_week: 'Forms signed in each week',
    signed_by_attorney: 'Forms signed, by assigned attorney',
    signed_by_template: 'Forms signed, by template',
    funnel: 'How many patients reached each step',
    oldest_waiting: 'The patients who have waited longest in their status',
    visits_by_week: 'Visits in each week',
    forwarded_by_week: 'Records forwarded in each week',
  }),
})

builder.queryField('reportTable', (t) =>
  t.withAuth({ can: 'report.export' }).field({
    type: ReportPart,
    complexity,
    description:
      "One table of the Reports screen for export, with headings for people and times in the clinic's time zone. " +
      'Recorded as an export. It always fits into one part.',
    args: {
      ...builder.args(filterArgs),
      table: t.arg({ type: ReportTable, required: true, description: 'The table.' }),
    },
    resolve: (_root, input, context) => exportReportTable(context, input as ReportTableInput),
  }),
)
