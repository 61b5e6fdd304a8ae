import { dataExportKinds, dataExportStates, percentDone } from '#domain/exports/dataExport.ts'
import {
  cancelDataExport,
  listDataExports,
  requestDataExport,
  requestPatientEvidence,
} from '#operations/exports/dataExports.ts'
import { downloadDataExport, exportFile } from '#operations/exports/downloadDataExport.ts'

import { builder } from '../builder.ts'
import { deprecated } from '../deprecated.ts'
import { enumValues } from '../enumValues.ts'
import { DisclosureBasis } from '../records/Forwarding.ts'
import { runs } from '../runs.ts'

const DataExportState = builder.enumType('DataExportState', {
  description: 'State of a full export; `removed` means that its file has expired.',
  values: enumValues(dataExportStates, {
    waiting: 'It begins when another export has ended',
    running: 'In progress',
    ready: 'Its file can be downloaded',
    failed: 'It ended because of an error',
    cancelled: 'A user stopped it',
    removed: 'Its file has expired and was removed',
  }),
})

const DataExportKind = builder.enumType('DataExportKind', {
  description:
    'What an export has: `all_data`, each table as JSON and CSV with a manifest of hashes; `documents`, the files of all charts; ' +
    '`evidence`, rows of the audit log with proofs, and the signed forms, which a stranger can verify.',
  values: enumValues(dataExportKinds, {
    all_data: 'Each table as JSON and CSV',
    documents: 'The records and signed forms of all charts as files, in a folder for each patient',
    evidence: 'Rows of the audit log with proofs, and the signed forms',
  }),
})

const DataExport = builder.prismaObject('DataExport', {
  description: 'An export into one zip file.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the export.' }),
    kind: t.expose('kind', { type: DataExportKind, description: 'What it has.' }),
    patientId: t.exposeID('patientId', {
      nullable: true,
      description: 'The patient whose evidence it has; `null` for every export about all patients.',
    }),
    state: t.expose('state', { type: DataExportState, description: 'State of the export.' }),
    requestedBy: t.relation('requestedBy', { description: 'The administrator who requested it.' }),
    percent: t.int({
      description: 'Progress from 0 to 100.',
      resolve: percentDone,
    }),
    bytes: t.float({
      nullable: true,
      description: 'Size of the file in bytes; `null` before it is ready.',
      resolve: ({ bytes }) => (bytes === null ? null : Number(bytes)),
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the file, hex; `null` before it is ready.',
    }),
    content: t.field({
      type: 'FileContent',
      nullable: true,
      description: 'URL of the file; `null` before it is ready, and after it was removed.',
      resolve: (one, _args, { recordStore }) => {
        const file = exportFile(one)
        return (
          file && {
            fileSize: file.fileSize,
            tag: `"${one.sha256}"`,
            read: (range) => recordStore.read(file, range),
            toJSON: () => `/api/data-exports/${one.id}/file`,
          }
        )
      },
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed; `null` if it did not.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its file is removed; `null` before it is ready.',
    }),
  }),
})

builder.queryField('dataExports', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: [DataExport],
    description: 'The latest exports, newest first. Needs the admin role; not for API keys.',
    args: {
      kind: t.arg({ type: DataExportKind, description: 'Only this kind.' }),
      patientId: t.arg.id({ description: 'Only evidence about this patient.' }),
    },
    resolve: (_root, args, context) => listDataExports(context, args),
  }),
)

builder.queryField('dataExportFile', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: DataExport,
    description:
      'The export whose file is about to be downloaded, which is recorded and alerts every administrator. REST ' +
      'serves the file. Needs the admin role; not for API keys.',
    args: { dataExportId: t.arg.id({ required: true, description: 'ID of the export.' }) },
    resolve: (_root, { dataExportId }, context) => downloadDataExport(context, { dataExportId }),
  }),
)

const RequestDataExportInput = builder.inputType('RequestDataExportInput', {
  description: 'A request for an export about all patients.',
  fields: (t) => ({
    kind: t.field({ type: DataExportKind, description: 'What it has; all data by default.' }),
    password: t.string({
      description: 'The caller’s password. If it is sent, it must be right.',
      deprecationReason: deprecated('2026-11-25', 'Use `stepUp` when the export answers `step_up_required`.'),
    }),
  }),
})

const DataExportInput = builder.inputType('CancelDataExportInput', {
  description: 'An export to cancel.',
  fields: (t) => ({ dataExportId: t.id({ required: true, description: 'ID of the export.' }) }),
})

builder.mutationField('requestDataExport', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: DataExport,
    description:
      'Starts an export about all patients into one file. `conflict` while another is being written. Needs the admin role and a recent ' +
      'sign-in or confirmation; not for API keys.',
    args: {
      input: t.arg({ type: RequestDataExportInput, required: true, description: 'Nothing is needed.' }),
    },
    ...runs(requestDataExport),
  }),
)

const RequestPatientEvidenceInput = builder.inputType('RequestPatientEvidenceInput', {
  description:
    'A patient, and the recipient of the evidence about the patient for the accounting of disclosures.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    recipientName: t.string({ required: true, description: 'Name of the recipient.' }),
    recipientAddress: t.string({ description: 'Address of the recipient, if known.' }),
    purpose: t.string({ required: true, description: 'Purpose of the disclosure.' }),
    basis: t.field({ type: DisclosureBasis, required: true, description: 'Legal basis.' }),
    basisReference: t.string({
      description: 'Document or number of the basis. A subpoena and a court order need one.',
    }),
    consentRequestId: t.id({ description: 'The signed form, for the basis `authorization`.' }),
  }),
})

builder.mutationField('requestPatientEvidence', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: DataExport,
    description:
      'Starts an export of the evidence about one patient for a recipient outside, and adds the disclosure to the accounting. ' +
      '`conflict` while another export is being written. Needs the admin role and a recent sign-in or confirmation; not for API keys.',
    args: {
      input: t.arg({
        type: RequestPatientEvidenceInput,
        required: true,
        description: 'The patient and the recipient.',
      }),
    },
    ...runs(requestPatientEvidence),
  }),
)

builder.mutationField('cancelDataExport', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: DataExport,
    description: 'Cancels an export that is being written. Needs the admin role; not for API keys.',
    args: { input: t.arg({ type: DataExportInput, required: true, description: 'The export.' }) },
    ...runs(cancelDataExport),
  }),
)
