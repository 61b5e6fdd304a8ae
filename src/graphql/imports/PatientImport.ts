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
import { PatientStatus } from '../patients/Patient.ts'

const PatientImportState = builder.enumType('PatientImportState', {
  description:
    'How far a file of patients has come: uploaded, tried without anything coming of it, imported; or ended before that.',
  values: importStates,
})
/** What a column can become, for whoever reads the schema. */
export const fieldNames = importFields.map((name) => `\`${name}\``).join(', ')
const PatientImportOutcome = builder.enumType('PatientImportOutcome', {
  description: 'What became of a row, or would: a new patient, one who is known already, or nothing.',
  values: importOutcomes,
})
export const DateOrder = builder.enumType('DateOrder', {
  description: 'In which order a file writes month, day and year; a year in front is always understood.',
  values: dateOrders,
})
export const WithoutEmail = builder.enumType('WithoutEmail', {
  description:
    'What is done with rows that have no e-mail: refused, or the patient is marked as having none.',
  values: withoutEmailChoices,
})

const PatientImportMapping = builder.objectRef<MappedColumn>('PatientImportMapping').implement({
  description: 'A column of a file and what it becomes.',
  fields: (t) => ({
    column: t.exposeInt('column', { description: 'Which column, from 0.' }),
    field: t.exposeString('field', { description: `What it becomes: ${fieldNames}.` }),
  }),
})

export const PatientImport = builder.prismaObject('PatientImport', {
  description: 'A file of patients on its way in. It says nothing of what stands in the file.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the import.' }),
    state: t.expose('state', { type: PatientImportState, description: 'How far it has come.' }),
    fileName: t.exposeString('fileName', { description: 'Name it was uploaded under.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Bytes.' }),
    encoding: t.exposeString('encoding', { description: 'How its text is encoded.' }),
    delimiter: t.exposeString('delimiter', { description: 'The sign between its columns.' }),
    rowsTotal: t.exposeInt('rowsTotal', { description: 'Rows below the header.' }),
    rowsDone: t.exposeInt('rowsDone', { description: 'Rows tried, or imported, so far.' }),
    created: t.exposeInt('created', { description: 'Of those: new patients, or rows that would make one.' }),
    duplicates: t.exposeInt('duplicates', { description: 'Of those: people who are known already.' }),
    refused: t.exposeInt('refused', { description: 'Of those: rows with something wrong.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed; `null` if it did not.' }),
    requestedBy: t.relation('requestedBy', { description: 'The administrator who uploaded it.' }),
    mapping: t.field({
      type: [PatientImportMapping],
      description: 'Which column becomes what, as it was chosen last; empty before.',
      resolve: mappingOf,
    }),
    dateOrder: t.field({
      type: DateOrder,
      nullable: true,
      description: 'How days are written, as chosen last.',
      resolve: (one) => choicesOf(one)?.dateOrder ?? null,
    }),
    withoutEmail: t.field({
      type: WithoutEmail,
      nullable: true,
      description: 'What is done with rows that have no e-mail, as chosen last.',
      resolve: (one) => choicesOf(one)?.withoutEmail ?? null,
    }),
    status: t.field({
      type: PatientStatus,
      nullable: true,
      description: 'Where the new patients begin, as chosen last.',
      resolve: (one) => choicesOf(one)?.status ?? null,
    }),
    assignedAttorneyId: t.id({
      nullable: true,
      description: 'The user they are assigned to, as chosen last; `null` for nobody.',
      resolve: (one) => choicesOf(one)?.assignedAttorney ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was over, or last tried; `null` before.',
    }),
  }),
})

const PatientImportColumn = builder.objectRef<ImportColumn>('PatientImportColumn').implement({
  description: 'A column of a file.',
  fields: (t) => ({
    column: t.exposeInt('column', { description: 'Which one, from 0.' }),
    name: t.exposeString('name', { description: 'What the header calls it.' }),
    samples: t.exposeStringList('samples', { description: 'Some of what stands in it.' }),
    guess: t.exposeString('guess', {
      nullable: true,
      description: 'What it seems to be, by its name.',
    }),
  }),
})

export const PatientImportColumns = builder.objectRef<ImportColumns>('PatientImportColumns').implement({
  description: 'What stands in a file, to choose by what becomes of it.',
  fields: (t) => ({
    dateOrder: t.expose('dateOrder', { type: DateOrder, description: 'How its days seem to be written.' }),
    columns: t.expose('columns', { type: [PatientImportColumn], description: 'Its columns, in order.' }),
  }),
})

const PatientImportProblem = builder.objectRef<RowProblem>('PatientImportProblem').implement({
  description: 'What is wrong with a row.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'With which field of the patient, or `Row`.' }),
    message: t.exposeString('message', { description: 'What is wrong, in a sentence.' }),
  }),
})

export const PatientImportRow = builder.prismaObject('PatientImportRow', {
  description: 'What became of a row, or would. It says nothing of what stands in the row.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'The line of the file on which the row begins.' }),
    outcome: t.expose('outcome', { type: PatientImportOutcome, description: 'What became of it.' }),
    patientId: t.exposeID('patientId', {
      nullable: true,
      description: 'The patient who was created, or is known already.',
    }),
    sameAs: t.exposeInt('sameAs', {
      nullable: true,
      description: 'The line further up that tells of the same person.',
    }),
    problems: t.field({
      type: [PatientImportProblem],
      description: 'What is wrong with it.',
      resolve: problemsOf,
    }),
  }),
})
