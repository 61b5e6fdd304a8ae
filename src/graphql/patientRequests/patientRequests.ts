import { can } from '#domain/access/policy.ts'
import { patientRequestKinds, requestOutcomes } from '#domain/patientRequests/patientRequest.ts'
import { listPatientRequests } from '#operations/patientRequests/listPatientRequests.ts'
import {
  answerPatientRequest,
  extendPatientRequest,
  recordPatientRequest,
} from '#operations/patientRequests/patientRequests.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'

const PatientRequestKind = builder.enumType('PatientRequestKind', {
  description: 'What a patient asks for.',
  values: enumValues(patientRequestKinds, {
    access: 'Access to records, usually as copies: answered within 30 days (45 CFR 164.524)',
    amendment: 'A correction of records: answered within 60 days (45 CFR 164.526)',
    accounting: 'The accounting of disclosures: answered within 60 days (45 CFR 164.528)',
  }),
})

const PatientRequestOutcome = builder.enumType('PatientRequestOutcome', {
  description: "Answer to a patient's request.",
  values: enumValues(requestOutcomes, {
    granted: 'The patient got what they asked for',
    partly_denied: 'A part was denied',
    denied: 'It was denied',
  }),
})

export const PatientRequest = builder.prismaObject('PatientRequest', {
  description: 'What a patient asked for and the clinic must answer in time.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the request.' }),
    patient: t.relation('patient', { description: 'The patient.' }),
    kind: t.expose('kind', { type: PatientRequestKind, description: 'What the patient asks for.' }),
    details: t.exposeString('details', {
      nullable: true,
      description: 'What exactly the patient asks for; `null` for the accounting.',
    }),
    receivedOn: t.field({
      type: 'Date',
      description: 'The day on which the clinic received it.',
      resolve: ({ receivedOn }) => receivedOn,
    }),
    dueOn: t.field({
      type: 'Date',
      description: 'The last day to answer it.',
      resolve: ({ dueOn }) => dueOn,
    }),
    extendedOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day on which the time was extended by 30 days; `null` if it was not.',
      resolve: ({ extendedOn }) => extendedOn,
    }),
    extensionReason: t.exposeString('extensionReason', {
      nullable: true,
      description: 'Why the time was extended; `null` if it was not.',
    }),
    answeredOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day on which it was answered; `null` while it is open.',
      resolve: ({ answeredOn }) => answeredOn,
    }),
    outcome: t.expose('outcome', {
      type: PatientRequestOutcome,
      nullable: true,
      description: 'The answer; `null` while it is open.',
    }),
    denialReason: t.exposeString('denialReason', {
      nullable: true,
      description: 'Reason for a denial, in part or in full; `null` otherwise.',
    }),
    recordedBy: t.relation('recordedBy', { description: 'User who recorded it.' }),
    answeredBy: t.relation('answeredBy', {
      nullable: true,
      description: 'User who recorded the answer; `null` while it is open.',
    }),
  }),
})

/** Requests that a chart shows at most. */
const OPEN_MAX = 10

builder.prismaObjectFields(Patient, (t) => ({
  openRequests: t.field({
    type: [PatientRequest],
    description:
      'What the patient asked for and the clinic has not answered, the first due first. Empty for attorneys.',
    complexity: { field: 1, multiplier: 2 },
    select: (_args, _context, nested) => ({
      patientRequests: nested({ where: { answeredOn: null }, orderBy: { dueOn: 'asc' }, take: OPEN_MAX }),
    }),
    resolve: ({ patientRequests }, _args, { actor }) =>
      can(actor, 'disclosure.list') ? patientRequests : [],
  }),
}))

builder.queryField('patientRequests', (t) =>
  t.withAuth({ can: 'disclosure.list' }).connection(
    {
      type: PatientRequest,
      description:
        'What the patients of the caller asked for: open requests, the first due first, or answered ones, the latest first. Needs the staff or admin role.',
      args: {
        isAnswered: t.arg.boolean({ description: 'Whether to list answered requests instead of open ones.' }),
      },
      resolve: async (_root, { isAnswered, ...page }, context, info) =>
        asConnection(await listPatientRequests(context, { isAnswered }, page, selectedNodes(context, info))),
    },
    { description: 'One page of requests.' },
  ),
)

const words = { patientId: 'ID of the patient.', patientRequestId: 'ID of the request.' }

const RecordPatientRequestInput = builder.inputType('RecordPatientRequestInput', {
  description: 'What a patient asked for.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    kind: t.field({ type: PatientRequestKind, required: true, description: 'What the patient asks for.' }),
    details: t.string({
      description: 'What exactly, which all but the accounting need; at most 1000 characters.',
    }),
    receivedOn: t.field({
      type: 'Date',
      required: true,
      description: 'The day on which the clinic received it.',
    }),
    dueOn: t.field({
      type: 'Date',
      description: 'The last day to answer it, if state law or the clinic sets an earlier one.',
    }),
  }),
})

builder.mutationField('recordPatientRequest', (t) =>
  t.withAuth({ can: 'disclosure.record' }).field({
    type: PatientRequest,
    description:
      'Records what a patient asked for, which must be answered in time. `conflict` while another request for the accounting is open. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: RecordPatientRequestInput, required: true, description: 'The request.' }),
    },
    ...runs(recordPatientRequest),
  }),
)

const ExtendPatientRequestInput = builder.inputType('ExtendPatientRequestInput', {
  description: 'The request that needs more time, and the reason.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    patientRequestId: t.id({ required: true, description: words.patientRequestId }),
    reason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

builder.mutationField('extendPatientRequest', (t) =>
  t.withAuth({ can: 'disclosure.record' }).field({
    type: PatientRequest,
    description:
      'Extends the time for an answer by 30 days, once and before it is overdue. `conflict` otherwise. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: ExtendPatientRequestInput,
        required: true,
        description: 'The request and the reason.',
      }),
    },
    ...runs(extendPatientRequest),
  }),
)

const AnswerPatientRequestInput = builder.inputType('AnswerPatientRequestInput', {
  description: 'The request that was answered, the day and the answer.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    patientRequestId: t.id({ required: true, description: words.patientRequestId }),
    answeredOn: t.field({
      type: 'Date',
      required: true,
      description: 'The day on which the patient was answered.',
    }),
    outcome: t.field({
      type: PatientRequestOutcome,
      description: 'The answer; without it, `granted`. The accounting cannot be denied.',
    }),
    denialReason: t.string({
      description: 'Reason for a denial, in part or in full, which needs one; at most 1000 characters.',
    }),
  }),
})

builder.mutationField('answerPatientRequest', (t) =>
  t.withAuth({ can: 'disclosure.record' }).field({
    type: PatientRequest,
    description:
      "Records the answer to a patient's request. `conflict` if it was answered already. Needs the staff or admin role.",
    args: {
      input: t.arg({
        type: AnswerPatientRequestInput,
        required: true,
        description: 'The request and the answer.',
      }),
    },
    ...runs(answerPatientRequest),
  }),
)
