import { cancelPatientImport } from '#operations/imports/cancelPatientImport.ts'
import { checkPatientImport } from '#operations/imports/checkPatientImport.ts'
import { exportImportRows, listImportRows } from '#operations/imports/listImportRows.ts'
import { readImportColumns } from '#operations/imports/readImportColumns.ts'
import { listPatientImports, readPatientImport } from '#operations/imports/readPatientImports.ts'
import { runPatientImport } from '#operations/imports/runPatientImport.ts'
import { startPatientImport } from '#operations/imports/startPatientImport.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { PatientStatus } from '../patients/Patient.ts'
import { ReportPart } from '../reports/part.ts'
import { runs } from '../runs.ts'
import {
  DateOrder,
  fieldNames,
  PatientImport,
  PatientImportColumns,
  PatientImportRow,
  WithoutEmail,
} from './PatientImport.ts'

const can = 'import.manage'
const needs = 'Needs the admin role.'

builder.queryField('patientImports', (t) =>
  t.withAuth({ can }).field({
    type: [PatientImport],
    description: `The last ten files of patients, newest first. ${needs}`,
    resolve: (_root, _args, context) => listPatientImports(context),
  }),
)

builder.queryField('patientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `One file of patients. ${needs}`,
    args: { id: t.arg.id({ required: true, description: 'Key of the import.' }) },
    resolve: (_root, { id }, context) => readPatientImport(context, id),
  }),
)

builder.queryField('patientImportColumns', (t) =>
  t.withAuth({ can }).field({
    type: PatientImportColumns,
    description: `The columns of a file with samples, until the file is taken away; that they were looked at is recorded. ${needs}`,
    args: { id: t.arg.id({ required: true, description: 'Key of the import.' }) },
    resolve: async (_root, { id }, context) =>
      readImportColumns(context, await readPatientImport(context, id)),
  }),
)

builder.queryField('patientImportRows', (t) =>
  t.withAuth({ can }).connection(
    {
      type: PatientImportRow,
      description: `What became of the rows of a file, by line; of a trial those alone that would make nobody. ${needs}`,
      args: {
        id: t.arg.id({ required: true, description: 'Key of the import.' }),
        leftOut: t.arg.boolean({ description: 'Only rows of which nobody came.' }),
      },
      resolve: async (_root, { id, leftOut, ...page }, context) =>
        asConnection(await listImportRows(context, { importId: id, leftOut }, page)),
    },
    { description: 'One page of rows.' },
  ),
)

builder.queryField('patientImportReport', (t) =>
  t.withAuth({ can }).field({
    type: ReportPart,
    complexity: 200,
    description: `A part of the same, to be written down; recorded as an export. ${needs}`,
    args: {
      id: t.arg.id({ required: true, description: 'Key of the import.' }),
      after: t.arg.string({ description: 'Only rows behind this cursor.' }),
    },
    resolve: (_root, { id, after }, context) => exportImportRows(context, id, after),
  }),
)

const StartPatientImportInput = builder.inputType('StartPatientImportInput', {
  description: 'A file of patients.',
  fields: (t) => ({
    file: t.field({ type: 'Upload', required: true, description: 'CSV with a header, of at most 50 MB.' }),
  }),
})

const MappedColumnInput = builder.inputType('MappedColumnInput', {
  description: 'A column of a file and what it becomes.',
  fields: (t) => ({
    column: t.int({ required: true, description: 'Which column, from 0.' }),
    field: t.string({ required: true, description: `What it becomes: ${fieldNames}.` }),
  }),
})

const CheckPatientImportInput = builder.inputType('CheckPatientImportInput', {
  description: 'How a file is to be read, and what its patients begin with.',
  fields: (t) => ({
    importId: t.id({ required: true, description: 'Key of the import.' }),
    mapping: t.field({
      type: [MappedColumnInput],
      required: true,
      description: 'Which column becomes what. Several may become address and notes, one each of the others.',
    }),
    dateOrder: t.field({ type: DateOrder, description: '`mdy` when left out.' }),
    withoutEmail: t.field({ type: WithoutEmail, description: '`refuse` when left out.' }),
    status: t.field({
      type: PatientStatus,
      description: 'As in `addPatient`; `pending_consent` when left out.',
    }),
    assignedAttorney: t.id({ description: 'An active attorney or staff member; nobody when left out.' }),
  }),
})

const PatientImportIdInput = builder.inputType('PatientImportIdInput', {
  description: 'Which import.',
  fields: (t) => ({ importId: t.id({ required: true, description: 'Key of the import.' }) }),
})

builder.mutationField('startPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Takes a file of patients in; nobody is created. It lies here for a day. ${needs}`,
    args: { input: t.arg({ type: StartPatientImportInput, required: true, description: 'The file.' }) },
    ...runs(startPatientImport),
  }),
)

builder.mutationField('checkPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Has every row tried; nobody is created. ${needs} \`conflict\` while it is being worked on, and once it is over.`,
    args: { input: t.arg({ type: CheckPatientImportInput, required: true, description: 'How it is read.' }) },
    ...runs(checkPatientImport),
  }),
)

builder.mutationField('runPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Has the patients created of rows that were found good. ${needs} \`conflict\` before the file was tried, and while another is imported.`,
    args: { input: t.arg({ type: PatientImportIdInput, required: true, description: 'Which.' }) },
    ...runs(runPatientImport),
  }),
)

builder.mutationField('cancelPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Calls an import off and takes its file away; who was created before stays. ${needs}`,
    args: { input: t.arg({ type: PatientImportIdInput, required: true, description: 'Which.' }) },
    ...runs(cancelPatientImport),
  }),
)
