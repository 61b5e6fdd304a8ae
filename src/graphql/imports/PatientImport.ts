import type { MappedColumn } from '#domain/imports/importColumns.ts'
import { importFields } from '#domain/imports/importColumns.ts'
import { dateOrders } from '#domain/imports/importDates.ts'
import {
  importOutcomes,
  importStates,
  type RowProblem,
  withoutEmailChoices,
} from '#domain/imports/patientImport.ts'
import { choicesOf, mappingOf } from '#operations/imports/importFile.ts'
import { problemsOf } from '#operations/imports/listImportRows.ts'
import type { ImportColumn, ImportColumns } from '#operations/imports/readImportColumns.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { Node } from '../nodes/Node.ts'
import { PatientStatus } from '../patients/Patient.ts'

const PatientImportState = builder.enumType('PatientImportState', {
  description:
    'State of a patient import: uploaded, tried without creating patients, imported, or ended early.',
  values: enumValues(importStates, {
    uploaded: 'The file arrived; nothing was tried yet',
    checking: 'A trial is running, which adds no patients',
    checked: 'The trial has ended; the import can begin',
    importing: 'Patients are being added',
    finished: 'All rows were processed',
    cancelled: 'A user stopped it',
    failed: 'It ended because of an error',
    abandoned: 'It was never run, and its file was removed',
  }),
})
/** The possible fields of a column, for the documentation. */
export const fieldNames = importFields.map((name) => `\`${name}\``).join(', ')
const PatientImportOutcome = builder.enumType('PatientImportOutcome', {
  description: 'Result of a row, real or in a trial: a new patient, a duplicate, or rejected.',
  values: enumValues(importOutcomes, {
    created: 'A patient was added, or would be',
    duplicate: 'The patient is already there',
    refused: 'The row cannot be used, for the reason given',
  }),
})
export const DateOrder = builder.enumType('DateOrder', {
  description: 'Order of month, day and year in a file. A year in front is always understood.',
  values: enumValues(dateOrders, {
    mdy: 'Month, day, year, as in 6/4/1991',
    dmy: 'Day, month, year, as in 4/6/1991',
  }),
})
export const WithoutEmail = builder.enumType('WithoutEmail', {
  description:
    'What happens to rows without e-mail: they are rejected, or the patient is marked as having none.',
  values: enumValues(withoutEmailChoices, {
    refuse: 'Reject the row',
    mark: 'Add the patient and mark that they have no e-mail address',
  }),
})

const PatientImportMapping = builder.objectRef<MappedColumn>('PatientImportMapping').implement({
  description: 'The mapping of a column.',
  fields: (t) => ({
    column: t.exposeInt('column', { description: 'Index of the column, from 0.' }),
    field: t.exposeString('field', { description: `Field of the patient: ${fieldNames}.` }),
  }),
})

export const PatientImport = builder.prismaObject('PatientImport', {
  interfaces: [Node],
  description: "An import of patients from a file. It contains none of the file's content.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the import.' }),
    state: t.expose('state', { type: PatientImportState, description: 'State of the import.' }),
    fileName: t.exposeString('fileName', { description: 'Name of the uploaded file.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Size in bytes.' }),
    encoding: t.exposeString('encoding', { description: 'Encoding of the text.' }),
    delimiter: t.exposeString('delimiter', { description: 'Delimiter between columns.' }),
    rowsTotal: t.exposeInt('rowsTotal', { description: 'Number of rows below the header.' }),
    rowsDone: t.exposeInt('rowsDone', { description: 'Rows tried or imported so far.' }),
    created: t.exposeInt('created', {
      description: 'Of those: new patients, or rows that would create one.',
    }),
    duplicates: t.exposeInt('duplicates', { description: 'Of those: people who are already known.' }),
    refused: t.exposeInt('refused', { description: 'Of those: rows with problems.' }),
    possibleDuplicates: t.exposeInt('possibleDuplicates', {
      description: 'Of the new patients: with the phone number of an existing patient.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed; `null` if it did not.' }),
    requestedBy: t.relation('requestedBy', { description: 'The administrator who uploaded it.' }),
    mapping: t.field({
      type: [PatientImportMapping],
      description: 'The latest column mapping; empty before any.',
      resolve: mappingOf,
    }),
    dateOrder: t.field({
      type: DateOrder,
      nullable: true,
      description: 'The latest choice of the date order.',
      resolve: (one) => choicesOf(one)?.dateOrder ?? null,
    }),
    withoutEmail: t.field({
      type: WithoutEmail,
      nullable: true,
      description: 'The latest choice for rows without e-mail.',
      resolve: (one) => choicesOf(one)?.withoutEmail ?? null,
    }),
    status: t.field({
      type: PatientStatus,
      nullable: true,
      description: 'The latest choice of the initial status.',
      resolve: (one) => choicesOf(one)?.status ?? null,
    }),
    assignedAttorneyId: t.id({
      nullable: true,
      description: 'The latest choice of the assigned user; `null` for unassigned.',
      resolve: (one) => choicesOf(one)?.assignedAttorney ?? null,
    }),
    identifierSystem: t.string({
      nullable: true,
      description: 'The system of the identifiers in the file; `null` without a column of them.',
      resolve: (one) => choicesOf(one)?.identifierSystem ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended or was last tried; `null` before that.',
    }),
  }),
})

const PatientImportColumn = builder.objectRef<ImportColumn>('PatientImportColumn').implement({
  description: 'A column of a file.',
  fields: (t) => ({
    column: t.exposeInt('column', { description: 'Index of the column, from 0.' }),
    name: t.exposeString('name', { description: 'Its header.' }),
    samples: t.exposeStringList('samples', { description: 'Sample values.' }),
    guess: t.exposeString('guess', {
      nullable: true,
      description: 'Guessed field, from its name.',
    }),
  }),
})

export const PatientImportColumns = builder.objectRef<ImportColumns>('PatientImportColumns').implement({
  description: 'Content of a file for choosing the mapping.',
  fields: (t) => ({
    dateOrder: t.expose('dateOrder', { type: DateOrder, description: 'Guessed date order.' }),
    columns: t.expose('columns', { type: [PatientImportColumn], description: 'Its columns in order.' }),
  }),
})

const PatientImportProblem = builder.objectRef<RowProblem>('PatientImportProblem').implement({
  description: 'A problem with a row.',
  fields: (t) => ({
    field: t.exposeString('field', { description: "The patient's field, or `Row`." }),
    message: t.exposeString('message', { description: 'The problem, as a sentence.' }),
  }),
})

export const PatientImportRow = builder.prismaObject('PatientImportRow', {
  description: "Result of a row, real or in a trial. It contains none of the row's content.",
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'The line of the file on which the row begins.' }),
    outcome: t.expose('outcome', { type: PatientImportOutcome, description: 'The result.' }),
    patientId: t.exposeID('patientId', {
      nullable: true,
      description: 'The created or existing patient.',
    }),
    sameAs: t.exposeInt('sameAs', {
      nullable: true,
      description: 'The earlier line with the same person.',
    }),
    possibleDuplicateId: t.exposeID('possibleDuplicateId', {
      nullable: true,
      description: 'The existing patient who has the phone number of the new one.',
    }),
    problems: t.field({
      type: [PatientImportProblem],
      description: 'Its problems.',
      resolve: problemsOf,
    }),
  }),
})
