import type { PatientListInput } from '#domain/patients/inputs.ts'
import type { OperationContext } from '#operations/context.ts'
import {
  findPossibleDuplicates,
  type PossibleDuplicate,
} from '#operations/patients/findPossibleDuplicates.ts'
import { listNewForMe, type NewForMe } from '#operations/patients/listNewForMe.ts'
import { listPatients, type PatientPage } from '#operations/patients/listPatients.ts'
import { listStatusHistory, type StatusStay } from '#operations/patients/listStatusHistory.ts'
import { type NamedPatient, namePatients } from '#operations/patients/namePatients.ts'
import { readDashboardStats, type DashboardStats as Stats } from '#operations/patients/readDashboardStats.ts'
import {
  type MedianStay,
  readDashboardTrends,
  type DashboardTrends as Trends,
} from '#operations/patients/readDashboardTrends.ts'
import { type NewSinceVisit, readNewSinceVisit } from '#operations/patients/readNewSinceVisit.ts'
import { READ_TOGETHER_MAX, readPatients, readPatientsInput } from '#operations/patients/readPatients.ts'
import { viewPatientByIdentifier } from '#operations/patients/upsertPatient.ts'
import { viewPatient } from '#operations/patients/viewPatient.ts'
import { builder } from '../builder.ts'
import { asConnection, updatedSinceArg } from '../connection.ts'
import { identifierArgs } from '../identifiers.ts'
import { runs } from '../runs.ts'
import { requestedColumns, selected, selectedNodes } from '../selection.ts'
import { User } from '../users/User.ts'
import { patientFilterArgs } from './filters.ts'
import { PossibleDuplicatesInput } from './inputs.ts'
import { Patient, PatientSort, PatientStatus, SortDirection } from './Patient.ts'

const StatusCount = builder.objectRef<PatientPage['statusCounts'][number]>('StatusCount').implement({
  description: 'Number of patients at one status.',
  fields: (t) => ({
    status: t.expose('status', { type: PatientStatus, description: 'The status.' }),
    count: t.exposeInt('count', { description: "Number of patients in the caller's scope." }),
  }),
})

builder.queryField('patients', (t) =>
  t.withAuth({ can: 'patient.list' }).connection(
    {
      type: Patient,
      description:
        'Patients that the caller can see, by default newest first. Dropped ones only if requested.',
      args: {
        ...builder.args(patientFilterArgs),
        updatedSince: t.arg(updatedSinceArg),
        sort: t.arg({ type: PatientSort, description: 'Sort key; default: `created`.' }),
        direction: t.arg({
          type: SortDirection,
          description: 'Sort direction; by default the natural one of the sort key.',
        }),
      },
      resolve: async (_root, { sort, direction, first, last, before, after, ...filters }, context, info) =>
        asConnection(
          await listPatients(
            context,
            { ...filters, ...(sort && { sort }), ...(direction && { direction }) } as PatientListInput,
            { first, last, before, after },
            { ...selectedNodes(context, info), columns: requestedColumns(info) },
          ),
        ),
    },
    {
      description: 'One page of patients.',
      fields: (connection) => ({
        totalCount: connection.exposeInt('totalCount', {
          description: 'Number of patients in the whole list.',
        }),
        isTotalExact: connection.exposeBoolean('isTotalExact', {
          description:
            'False if a search or filter has more matches than `totalCount`; counting stops early for broad ones.',
        }),
        statusCounts: connection.expose('statusCounts', {
          type: [StatusCount],
          description:
            'Number of patients at each status, regardless of the filter. Empty statuses are omitted.',
        }),
      }),
    },
  ),
)

builder.queryField('patient', (t) =>
  t.withAuth({ can: 'patient.view' }).field({
    type: Patient,
    description: 'Opens one patient. `not_found` if they do not exist or the caller cannot see them.',
    args: { id: t.arg.id({ required: true, description: 'ID of the patient.' }) },
    resolve: (_root, { id }, context, info) =>
      viewPatient(context, { patientId: id }, selected(context, info)),
  }),
)

builder.queryField('patientByIdentifier', (t) =>
  t.withAuth({ can: 'patient.view' }).field({
    type: Patient,
    description:
      'Opens the patient with an identifier of another system. `not_found` if there is none or the caller cannot see them.',
    args: { system: t.arg.string(identifierArgs.system), value: t.arg.string(identifierArgs.value) },
    resolve: (_root, args, context, info) => viewPatientByIdentifier(context, args, selected(context, info)),
  }),
)

builder.queryField('patientsByIds', (t) =>
  t.withAuth({ can: 'patient.view' }).field({
    type: [Patient],
    description: `Up to ${READ_TOGETHER_MAX} patients in the order of the IDs, dropped ones too, without those that the caller cannot see. For programs that have read the feed of changes. Recorded as a list.`,
    args: { ids: t.arg.idList({ required: true, description: 'IDs of the patients.' }) },
    extensions: { input: readPatientsInput },
    complexity: ({ ids }) => ({ field: 1, multiplier: Math.max(1, ids.length) }),
    resolve: (_root, { ids }, context, info) => readPatients(context, { ids }, selected(context, info)),
  }),
)

const PossibleDuplicateType = builder.objectRef<PossibleDuplicate>('PossibleDuplicate').implement({
  description: 'A patient who may be the same person.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the patient.' }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    dateOfBirth: t.expose('dateOfBirth', {
      type: 'Date',
      nullable: true,
      description: 'Date of birth; `null` if unknown.',
    }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number; `null` if unknown.' }),
    status: t.expose('status', { type: PatientStatus, description: 'Current status.' }),
  }),
})

builder.queryField('possibleDuplicates', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: [PossibleDuplicateType],
    description:
      'Up to five patients that the caller can see, dropped ones too, with the same name and date of birth or the same phone number.',
    args: {
      input: t.arg({ type: PossibleDuplicatesInput, required: true, description: 'The person.' }),
    },
    ...runs(findPossibleDuplicates),
  }),
)

const PatientStatusChange = builder.objectRef<StatusStay>('PatientStatusChange').implement({
  description: "A patient's time at one status.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the status change that began it.' }),
    from: t.expose('from', {
      type: PatientStatus,
      nullable: true,
      description: 'Previous status; `null` for a new patient.',
    }),
    to: t.expose('to', { type: PatientStatus, description: 'The status entered.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'The reason; `null` if none was given.',
    }),
    changedBy: t.expose('changedBy', {
      type: User,
      nullable: true,
      description: 'User who changed it; `null` for the patient or the system.',
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the status was entered.' }),
    days: t.exposeInt('days', {
      description: 'Calendar days at the status: until the next change, or until now for the current status.',
    }),
  }),
})

builder.queryField('patientStatusHistory', (t) =>
  t.withAuth({ can: 'patient.view' }).connection(
    {
      type: PatientStatusChange,
      description:
        "A patient's past statuses, newest first. `not_found` if the caller cannot see the patient.",
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context) =>
        asConnection(await listStatusHistory(context, patientId, page)),
    },
    { description: "One page of a patient's history." },
  ),
)

const MedianStayType = builder.objectRef<MedianStay>('MedianStay').implement({
  description: 'Median time at a status.',
  fields: (t) => ({
    status: t.expose('status', { type: PatientStatus, description: 'The status.' }),
    medianDays: t.exposeFloat('medianDays', {
      description:
        'Median days of the last hundred patients who moved to any later status except `dropped`, to a tenth of a day.',
    }),
  }),
})

const NewSinceVisitType = builder.objectRef<NewSinceVisit>('NewSinceVisit').implement({
  description: 'What other users and patients did since the last visit. Each number is counted up to 99.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'The end of the last visit.' }),
    patientsAdded: t.exposeInt('patientsAdded', { description: 'Patients who were added.' }),
    consentsSigned: t.exposeInt('consentsSigned', { description: 'Consent forms that were signed.' }),
    consentsDeclined: t.exposeInt('consentsDeclined', { description: 'Consent forms that were declined.' }),
    recordsAdded: t.exposeInt('recordsAdded', { description: 'Records that were uploaded.' }),
    notesAdded: t.exposeInt('notesAdded', { description: 'Notes that were written.' }),
  }),
})

builder.queryField('newSinceVisit', (t) =>
  t.withAuth({ can: 'dashboard.read' }).field({
    type: NewSinceVisitType,
    nullable: true,
    description:
      "Records this visit to the dashboard and returns what is new since the last one, in the caller's scope; `null` on the first visit and for API keys. A visit ends after 30 minutes without the dashboard.",
    resolve: (_root, _args, context) => readNewSinceVisit(context, {}),
  }),
)

const NamedPatientType = builder.objectRef<NamedPatient>('NamedPatient').implement({
  description: 'The name of a patient.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the patient.' }),
    firstName: t.exposeString('firstName', { description: 'First name of the patient.' }),
    lastName: t.exposeString('lastName', { description: 'Last name of the patient.' }),
  }),
})

builder.queryField('patientNames', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: [NamedPatientType],
    description:
      'Names of up to 10 patients in the order of the IDs, without those that the caller cannot see. Recorded as a list.',
    args: { ids: t.arg.idList({ required: true, description: 'IDs of the patients.' }) },
    extensions: { input: namePatients.input },
    resolve: (_root, args, context) => namePatients(context, args),
  }),
)

const NewForMeType = builder.objectRef<NewForMe>('NewForMe').implement({
  description: 'A patient, and what others did since the last visit.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the patient.' }),
    firstName: t.exposeString('firstName', { description: 'First name of the patient.' }),
    lastName: t.exposeString('lastName', { description: 'Last name of the patient.' }),
    isAdded: t.exposeBoolean('isAdded', { description: 'Whether the patient was added.' }),
    isSigned: t.exposeBoolean('isSigned', { description: 'Whether the consent was signed.' }),
    isDeclined: t.exposeBoolean('isDeclined', { description: 'Whether the consent was declined.' }),
    recordsAdded: t.exposeInt('recordsAdded', { description: 'Records that were uploaded.' }),
  }),
})

builder.queryField('newForMe', (t) =>
  t.withAuth({ can: 'patient.list' }).field({
    type: [NewForMeType],
    description:
      "Up to five patients in the caller's scope with something new since the last visit to the dashboard, the latest first; none on the first visit and for API keys. Recorded as a list.",
    resolve: (_root, _args, context) => listNewForMe(context, {}),
  }),
)

const DashboardTrends = builder.objectRef<Trends>('DashboardTrends').implement({
  description: "Trends of the dashboard's figures, in the caller's scope.",
  fields: (t) => ({
    addedThisWeek: t.exposeInt('addedThisWeek', {
      description: 'Patients added in the last seven days and not dropped, counted up to 999.',
    }),
    oldestPendingSince: t.expose('oldestPendingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the longest-waiting patient is at `pending_consent`; `null` if there is none.',
    }),
    medianDaysToSign: t.exposeFloat('medianDaysToSign', {
      nullable: true,
      description:
        'Median days from sending a form to its signature, of the last hundred; `null` if there are none and for attorneys.',
    }),
    stays: t.expose('stays', {
      type: [MedianStayType],
      description:
        "Median days at each status, of patients in the caller's scope; omits statuses that no patient has left yet.",
    }),
  }),
})

const DashboardStats = builder.objectRef<Stats>('DashboardStats').implement({
  description: "The dashboard's four figures, in the caller's scope.",
  fields: (t) => ({
    totalPatients: t.exposeInt('totalPatients', { description: 'All patients except dropped ones.' }),
    pendingConsent: t.exposeInt('pendingConsent', { description: 'Patients exactly at `pending_consent`.' }),
    consentSigned: t.exposeInt('consentSigned', { description: 'Patients exactly at `consent_signed`.' }),
    schedulable: t.exposeInt('schedulable', { description: 'Patients exactly at `schedulable`.' }),
    trends: t.field({
      type: DashboardTrends,
      description: 'Trends of the figures.',
      resolve: (_stats, _args, context) => readDashboardTrends(context as OperationContext, {}),
    }),
  }),
})

builder.queryField('dashboardStats', (t) =>
  t.withAuth({ can: 'dashboard.read' }).field({
    type: DashboardStats,
    description: "The dashboard's four figures.",
    resolve: (_root, _args, context) => readDashboardStats(context, {}),
  }),
)
