import { disclosureDocumentPath } from '#domain/access/screens.ts'
import { disclosureChannelLabels, disclosureChannels } from '#domain/accounting/accounting.ts'
import { suspensionRefusal } from '#domain/accounting/suspension.ts'
import { dateOf } from '#domain/dates.ts'
import { latestSuspension, type ManualEntry } from '#operations/accounting/describeEntry.ts'
import { exportAccounting } from '#operations/accounting/exportAccounting.ts'
import {
  readAccounting,
  type AccountingStatement as Statement,
  type SummarizedEntry,
} from '#operations/accounting/readAccounting.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { PatientRequest } from '../patientRequests/patientRequests.ts'
import { DisclosureBasis } from '../records/Forwarding.ts'
import { ReportPart } from '../reports/part.ts'

export const DisclosureChannel = builder.enumType('DisclosureChannel', {
  description: 'How a disclosure outside of Caseload was made.',
  values: enumValues(disclosureChannels, disclosureChannelLabels),
})

/** Names that several types of this part share. */
export const words = {
  patientId: 'ID of the patient.',
  fromDay: "First of the clinic's days; six years before the last one by default.",
  toDay: "Last of the clinic's days; today by default.",
}

const AccountingSuspension = builder
  .objectRef<ManualEntry['suspensions'][number]>('AccountingSuspension')
  .implement({
    description:
      'A statement of a law enforcement or health oversight agency that asks not to tell the patient about a disclosure for some time (45 CFR 164.528(a)(2)).',
    fields: (t) => ({
      agency: t.exposeString('agency', {
        description: 'The agency or official, and what identifies the statement.',
      }),
      isOral: t.exposeBoolean('isOral', { description: 'Whether it was made only orally.' }),
      statedOn: t.field({
        type: 'Date',
        description: 'The day of the statement.',
        resolve: ({ statedOn }) => statedOn,
      }),
      endsOn: t.field({
        type: 'Date',
        description: 'The last day on which the patient is not told.',
        resolve: ({ endsOn }) => endsOn,
      }),
      recordedBy: t.string({
        description: 'Name of the user who recorded it.',
        resolve: ({ recordedBy: { firstName, lastName } }) => `${firstName} ${lastName}`,
      }),
      recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it was recorded.' }),
    }),
  })

const suspensionWords = {
  nullable: true,
  description: 'The latest statement of an agency, also one that has ended; `null` if there is none.',
} as const

export const ManualDisclosure = builder.prismaObject('ManualDisclosure', {
  description:
    'A disclosure outside of Caseload, as staff entered it. It never changes; a wrong one is struck and stays.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the entry.' }),
    disclosedOn: t.field({
      type: 'Date',
      description: 'The day on which it was made.',
      resolve: ({ disclosedOn }) => disclosedOn,
    }),
    channel: t.expose('channel', { type: DisclosureChannel, description: 'How it was made.' }),
    recipientName: t.exposeString('recipientName', { description: 'Name of the recipient.' }),
    recipientAddress: t.exposeString('recipientAddress', {
      nullable: true,
      description: 'Address of the recipient; `null` if it is not known.',
    }),
    content: t.exposeString('content', { description: 'What was disclosed.' }),
    purpose: t.exposeString('purpose', { description: 'The purpose.' }),
    basis: t.expose('basis', { type: DisclosureBasis, description: 'What permitted it.' }),
    basisReference: t.exposeString('basisReference', {
      nullable: true,
      description: 'Document or number that proves the basis; `null` if none was given.',
    }),
    consentRequestId: t.exposeID('consentRequestId', {
      nullable: true,
      description: 'ID of the signed consent request; `null` for another basis.',
    }),
    documentPath: t.string({
      nullable: true,
      description: 'Path of the attached document; `null` without one.',
      select: { id: true, patientId: true, recordId: true },
      resolve: ({ id, patientId, recordId }) => recordId && disclosureDocumentPath(patientId, id),
    }),
    enteredBy: t.relation('enteredBy', { description: 'User who entered it.' }),
    enteredAt: t.expose('enteredAt', { type: 'DateTime', description: 'When it was entered.' }),
    strikeReason: t.exposeString('strikeReason', {
      nullable: true,
      description: 'Why it was struck; `null` if it was not.',
    }),
    struckAt: t.expose('struckAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was struck; `null` if it was not.',
    }),
    suspension: t.field({
      type: AccountingSuspension,
      ...suspensionWords,
      select: { suspensions: latestSuspension },
      resolve: ({ suspensions: [latest] }) => latest,
    }),
  }),
})

const EnteredDisclosure = builder.objectRef<ManualEntry>('EnteredDisclosure').implement({
  description: 'What the accounting shows of a disclosure that staff entered.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the entry, to strike it.' }),
    enteredBy: t.string({
      description: 'Name of the user who entered it.',
      resolve: ({ enteredBy: { firstName, lastName } }) => `${firstName} ${lastName}`,
    }),
    documentPath: t.string({
      nullable: true,
      description: 'Path of the attached document; `null` without one.',
      resolve: ({ id, patientId, recordId }) => recordId && disclosureDocumentPath(patientId, id),
    }),
    struckBy: t.string({
      nullable: true,
      description: 'Name of the user who struck it; `null` if it was not struck.',
      resolve: ({ struckBy }) => struckBy && `${struckBy.firstName} ${struckBy.lastName}`,
    }),
    struckAt: t.expose('struckAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was struck; `null` if it was not.',
    }),
    strikeReason: t.exposeString('strikeReason', {
      nullable: true,
      description: 'Why it was struck; `null` if it was not.',
    }),
    suspension: t.field({
      type: AccountingSuspension,
      ...suspensionWords,
      resolve: ({ suspensions: [latest] }) => latest,
    }),
    canSuspend: t.boolean({
      description: 'Whether `suspendManualDisclosure` is possible for its basis, and it is not struck.',
      resolve: (entry) => suspensionRefusal(entry) === null,
    }),
  }),
})

const AccountingEntry = builder.objectRef<SummarizedEntry>('AccountingEntry').implement({
  description:
    'Disclosures of one kind to one recipient for one purpose, as 45 CFR 164.528(b)(3) lets them be summarized. `accountingReport` has each one.',
  fields: (t) => ({
    firstAt: t.expose('firstAt', {
      type: 'DateTime',
      description: 'When the first one was made. Of an entry by staff, the start of the day.',
    }),
    lastAt: t.expose('lastAt', { type: 'DateTime', description: 'When the last one was made.' }),
    count: t.exposeInt('count', { description: 'How many there were.' }),
    recipientName: t.exposeString('recipientName', {
      description: 'Name of the recipient at that time.',
    }),
    recipientAddress: t.exposeString('recipientAddress', {
      nullable: true,
      description: 'Firm and addresses of the recipient at that time; `null` if none are known.',
    }),
    content: t.exposeString('content', { description: 'What was disclosed.' }),
    purpose: t.exposeString('purpose', {
      nullable: true,
      description: 'The purpose; `null` if only the basis is known.',
    }),
    basis: t.exposeString('basis', { description: 'What permitted it, in words.' }),
    basisReference: t.exposeString('basisReference', {
      nullable: true,
      description: 'Document or number that proves the basis; `null` if there is none.',
    }),
    consentRequestId: t.exposeID('consentRequestId', {
      nullable: true,
      description: 'ID of the signed consent request under which it was made; `null` if there was none.',
    }),
    entered: t.field({
      type: EnteredDisclosure,
      nullable: true,
      description: 'The entry by staff; `null` for a disclosure through Caseload.',
      resolve: ({ manual }) => manual,
    }),
  }),
})

const AccountingStatement = builder.objectRef<Statement>('AccountingStatement').implement({
  description: "The accounting of a patient's disclosures in a period (45 CFR 164.528).",
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Name of the clinic.' }),
    patientName: t.string({
      description: 'Name of the patient.',
      resolve: ({ patient: { firstName, lastName } }) => `${firstName} ${lastName}`,
    }),
    fromDay: t.field({
      type: 'Date',
      description: "First of the clinic's days.",
      resolve: ({ fromDay }) => dateOf(fromDay),
    }),
    toDay: t.field({
      type: 'Date',
      description: "Last of the clinic's days.",
      resolve: ({ toDay }) => dateOf(toDay),
    }),
    required: t.field({
      type: [AccountingEntry],
      description: 'What must be accounted for, the oldest first.',
      resolve: ({ required }) => required,
    }),
    authorized: t.field({
      type: [AccountingEntry],
      description:
        'What was made under a valid authorization, which 164.528(a)(1)(iv) exempts, the oldest first.',
      resolve: ({ authorized }) => authorized,
    }),
    suspended: t.field({
      type: [AccountingEntry],
      description:
        'Entries that the patient does not learn of yet, because an agency asked for it (164.528(a)(2)). They are not in `required`.',
      resolve: ({ suspended }) => suspended,
    }),
    struck: t.field({
      type: [AccountingEntry],
      description: 'Entries that were struck as wrong.',
      resolve: ({ struck }) => struck,
    }),
    requests: t.field({
      type: [PatientRequest],
      description:
        'What the patient asked for and the clinic must answer in time: first the open requests, the first due first, then the latest answers.',
      resolve: ({ requests }) => requests,
    }),
  }),
})

builder.queryField('accountingOfDisclosures', (t) =>
  t.withAuth({ can: 'disclosure.list' }).field({
    type: AccountingStatement,
    // As expensive as a part of any report.
    complexity: 200,
    description:
      "The accounting of a patient's disclosures: every look of an attorney at the patient's data, forwarded records, and disclosures that staff entered. `invalid` beyond six years and for more than 2,000 entries. Needs the staff or admin role.",
    args: {
      patientId: t.arg.id({ required: true, description: words.patientId }),
      fromDay: t.arg({ type: 'Date', description: words.fromDay }),
      toDay: t.arg({ type: 'Date', description: words.toDay }),
    },
    resolve: (_root, args, context) => readAccounting(context, args),
  }),
)

builder.queryField('accountingReport', (t) =>
  t.withAuth({ can: 'disclosure.list' }).field({
    type: ReportPart,
    complexity: 200,
    description:
      'Part of the accounting of disclosures for export, with a row for each disclosure; recorded as an export.',
    args: {
      patientId: t.arg.id({ required: true, description: words.patientId }),
      fromDay: t.arg({ type: 'Date', description: words.fromDay }),
      toDay: t.arg({ type: 'Date', description: words.toDay }),
      after: t.arg.string({ description: 'Only rows after this cursor.' }),
    },
    resolve: (_root, args, context) => exportAccounting(context, args),
  }),
)
