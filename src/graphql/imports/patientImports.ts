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
    description: `The latest ten patient imports, newest first. ${needs}`,
    resolve: (_root, _args, context) => listPatientImports(context),
  }),
)

builder.queryField('patientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `One patient import. ${needs}`,
    args: { id: t.arg.id({ required: true, description: 'ID of the import.' }) },
    resolve: (_root, { id }, context) => readPatientImport(context, id),
  }),
)

builder.queryField('patientImportColumns', (t) =>
  t.withAuth({ can }).field({
    type: PatientImportColumns,
    description: `The columns of a file with samples, until the file is deleted; each view is recorded. ${needs}`,
    args: { id: t.arg.id({ required: true, description: 'ID of the import.' }) },
    resolve: async (_root, { id }, context) =>
      readImportColumns(context, await readPatientImport(context, id)),
  }),
)

builder.queryField('patientImportRows', (t) =>
  t.withAuth({ can }).connection(
    {
      type: PatientImportRow,
      description: `Results of the rows of a file, by line; for a trial, only rows that would create no patient, and possible duplicates. ${needs}`,
      args: {
        id: t.arg.id({ required: true, description: 'ID of the import.' }),
        leftOut: t.arg.boolean({ description: 'Only rows that create no patient.' }),
        possibleDuplicate: t.arg.boolean({
          description: 'Only new patients with the phone number of an existing patient.',
        }),
      },
      resolve: async (_root, { id, leftOut, possibleDuplicate, ...page }, context) =>
        asConnection(await listImportRows(context, { importId: id, leftOut, possibleDuplicate }, page)),
    },
    { description: 'One page of rows.' },
  ),
)

builder.queryField('patientImportReport', (t) =>
  t.withAuth({ can }).field({
    type: ReportPart,
    complexity: 200,
    description: `Part of the row results for export; recorded as an export. ${needs}`,
    args: {
      id: t.arg.id({ required: true, description: 'ID of the import.' }),
      after: t.arg.string({ description: 'Only rows after this cursor.' }),
    },
    resolve: (_root, { id, after }, context) => exportImportRows(context, id, after),
  }),
)

const StartPatientImportInput = builder.inputType('StartPatientImportInput', {
  description: 'A file of patients.',
  fields: (t) => ({
    file: t.field({ type: 'Upload', required: true, description: 'CSV with a header, at most 50 MB.' }),
  }),
})

const MappedColumnInput = builder.inputType('MappedColumnInput', {
  description: 'The mapping of a column.',
  fields: (t) => ({
    column: t.int({ required: true, description: 'Index of the column, from 0.' }),
    field: t.string({ required: true, description: `Field of the patient: ${fieldNames}.` }),
  }),
})

const CheckPatientImportInput = builder.inputType('CheckPatientImportInput', {
  description: 'How to read a file, and the initial values of its patients.',
  fields: (t) => ({
    importId: t.id({ required: true, description: 'ID of the import.' }),
    mapping: t.field({
      type: [MappedColumnInput],
      required: true,
      description: 'The column mapping. Address and notes can take several columns, all other fields one.',
    }),
    dateOrder: t.field({ type: DateOrder, description: 'Default: `mdy`.' }),
    withoutEmail: t.field({ type: WithoutEmail, description: 'Default: `refuse`.' }),
    status: t.field({
      type: PatientStatus,
      description: 'As in `addPatient`; default: `pending_consent`.',
    }),
    assignedAttorney: t.id({ description: 'An active attorney or staff member; default: unassigned.' }),
    identifierSystem: t.string({
      description:
        'The system that uses the values of the column `identifier`; default: the name of the column.',
    }),
  }),
})

const PatientImportIdInput = builder.inputType('PatientImportIdInput', {
  description: 'A patient import.',
  fields: (t) => ({ importId: t.id({ required: true, description: 'ID of the import.' }) }),
})

builder.mutationField('startPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Uploads a file of patients without creating any. It is kept for a day. ${needs}`,
    args: { input: t.arg({ type: StartPatientImportInput, required: true, description: 'The file.' }) },
    ...runs(startPatientImport),
  }),
)

builder.mutationField('checkPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Tries every row without creating patients. ${needs} \`conflict\` while it is running and after it has ended.`,
    args: { input: t.arg({ type: CheckPatientImportInput, required: true, description: 'How to read it.' }) },
    ...runs(checkPatientImport),
  }),
)

builder.mutationField('runPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Creates the patients of all valid rows. ${needs} \`conflict\` before a trial and while another import is running.`,
    args: { input: t.arg({ type: PatientImportIdInput, required: true, description: 'The import.' }) },
    ...runs(runPatientImport),
  }),
)

builder.mutationField('cancelPatientImport', (t) =>
  t.withAuth({ can }).field({
    type: PatientImport,
    description: `Cancels an import and deletes its file; patients that it created stay. ${needs}`,
    args: { input: t.arg({ type: PatientImportIdInput, required: true, description: 'The import.' }) },
    ...runs(cancelPatientImport),
  }),
)
