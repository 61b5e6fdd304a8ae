import type { PatientListInput } from '#domain/patients/inputs.ts'
import type { OperationContext } from '#operations/context.ts'
import { listPatients, type PatientPage } from '#operations/patients/listPatients.ts'
import { listStatusHistory, type StatusStay } from '#operations/patients/listStatusHistory.ts'
import { readDashboardStats, type DashboardStats as Stats } from '#operations/patients/readDashboardStats.ts'
import {
  type MedianStay,
  readDashboardTrends,
  type DashboardTrends as Trends,
} from '#operations/patients/readDashboardTrends.ts'
import { viewPatient } from '#operations/patients/viewPatient.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { selected, selectedNodes } from '../selection.ts'
import { User } from '../users/User.ts'
import { Patient, PatientSort, PatientStatus, SortDirection } from './Patient.ts'

const StatusCount = builder.objectRef<PatientPage['statusCounts'][number]>('StatusCount').implement({
  description: 'How many patients stand at one status.',
  fields: (t) => ({
    status: t.expose('status', { type: PatientStatus, description: 'The status counted.' }),
    count: t.exposeInt('count', { description: 'Patients at it, in the caller’s scope.' }),
  }),
})

builder.queryField('patients', (t) =>
  t.withAuth({ can: 'patient.list' }).connection(
    {
      type: Patient,
      description:
        'Patients that exist for the caller, newest first unless told. Dropped ones only when asked for.',
      args: {
        status: t.arg({
          type: PatientStatus,
          description: 'Only patients at this status; `null` for all but dropped.',
        }),
        search: t.arg.string({
          description: 'Words that must each occur in name or e-mail, without case or accents.',
        }),
        sort: t.arg({ type: PatientSort, description: 'What to order by; `created` when left out.' }),
        direction: t.arg({
          type: SortDirection,
          description: 'The natural direction of the order when left out.',
        }),
      },
      resolve: async (_root, { status, search, sort, direction, ...page }, context, info) =>
        asConnection(
          await listPatients(
            context,
            { status, search, ...(sort && { sort }), ...(direction && { direction }) } as PatientListInput,
            page,
            selectedNodes(context, info),
          ),
        ),
    },
    {
      description: 'One page of patients.',
      fields: (connection) => ({
        totalCount: connection.exposeInt('totalCount', { description: 'Patients in the whole list.' }),
        isTotalExact: connection.exposeBoolean('isTotalExact', {
          description:
            'False when a search matches more than `totalCount`; broad searches are not counted out.',
        }),
        statusCounts: connection.expose('statusCounts', {
          type: [StatusCount],
          description: 'Patients at each status, whatever the filter. Statuses without any are left out.',
        }),
      }),
    },
  ),
)

builder.queryField('patient', (t) =>
  t.withAuth({ can: 'patient.view' }).field({
    type: Patient,
    description: 'One patient, opened. An unknown one and one of somebody else are both `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Key of the patient.' }) },
    resolve: (_root, { id }, context, info) =>
      viewPatient(context, { patientId: id }, selected(context, info)),
  }),
)

const PatientStatusChange = builder.objectRef<StatusStay>('PatientStatusChange').implement({
  description: 'A patient’s stay at one status.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the change that began it.' }),
    from: t.expose('from', {
      type: PatientStatus,
      nullable: true,
      description: 'Where the patient stood before; `null` for where a new patient began.',
    }),
    to: t.expose('to', { type: PatientStatus, description: 'The status entered.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why; `null` when nobody said.' }),
    changedBy: t.expose('changedBy', {
      type: User,
      nullable: true,
      description: 'Who did it; `null` for the patient or the system.',
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the status was entered.' }),
    days: t.exposeInt('days', {
      description: 'Whole days at the status: until the next change, or until now where there is none.',
    }),
  }),
})

builder.queryField('patientStatusHistory', (t) =>
  t.withAuth({ can: 'patient.view' }).connection(
    {
      type: PatientStatusChange,
      description: 'Where a patient has stood, newest first. A patient of somebody else is `not_found`.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context) =>
        asConnection(await listStatusHistory(context, patientId, page)),
    },
    { description: 'One page of a patient’s history.' },
  ),
)

const MedianStayType = builder.objectRef<MedianStay>('MedianStay').implement({
  description: 'How long patients stand at a status before they go on.',
  fields: (t) => ({
    status: t.expose('status', { type: PatientStatus, description: 'The status.' }),
    medianDays: t.exposeFloat('medianDays', {
      description:
        'Median of the last hundred who went on to any later status but `dropped`, to a tenth of a day.',
    }),
  }),
})

const DashboardTrends = builder.objectRef<Trends>('DashboardTrends').implement({
  description: 'What the figures of the dashboard are doing, in the caller’s scope.',
  fields: (t) => ({
    addedThisWeek: t.exposeInt('addedThisWeek', {
      description: 'Patients added in the last seven days and not dropped, counted up to 999.',
    }),
    oldestPendingSince: t.expose('oldestPendingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the longest of those at `pending_consent` is there; `null` for none.',
    }),
    medianDaysToSign: t.exposeFloat('medianDaysToSign', {
      nullable: true,
      description:
        'From the sending of a form to its signature, of the last hundred; `null` for none and for an attorney.',
    }),
    stays: t.expose('stays', {
      type: [MedianStayType],
      description:
        'Median days at each status, of patients in the caller’s scope; none where nobody went on yet.',
    }),
  }),
})

const DashboardStats = builder.objectRef<Stats>('DashboardStats').implement({
  description: 'The four figures of the dashboard, in the caller’s scope.',
  fields: (t) => ({
    totalPatients: t.exposeInt('totalPatients', { description: 'All patients but the dropped ones.' }),
    pendingConsent: t.exposeInt('pendingConsent', { description: 'Patients exactly at `pending_consent`.' }),
    consentSigned: t.exposeInt('consentSigned', { description: 'Patients exactly at `consent_signed`.' }),
    schedulable: t.exposeInt('schedulable', { description: 'Patients exactly at `schedulable`.' }),
    trends: t.field({
      type: DashboardTrends,
      description: 'What the figures are doing.',
      resolve: (_stats, _args, context) => readDashboardTrends(context as OperationContext, {}),
    }),
  }),
})

builder.queryField('dashboardStats', (t) =>
  t.withAuth({ can: 'dashboard.read' }).field({
    type: DashboardStats,
    description: 'The four figures of the dashboard.',
    resolve: (_root, _args, context) => readDashboardStats(context, {}),
  }),
)
