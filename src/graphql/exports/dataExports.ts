import { dataExportStates, percentDone } from '#domain/exports/dataExport.ts'
import { cancelDataExport, listDataExports, requestDataExport } from '#operations/exports/dataExports.ts'
import { downloadDataExport } from '#operations/exports/downloadDataExport.ts'

import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

const DataExportState = builder.enumType('DataExportState', {
  description: 'State of a full export; `removed` means that its file has expired.',
  values: dataExportStates,
})

const DataExport = builder.prismaObject('DataExport', {
  description: 'A full export: a zip of JSON and CSV for each table, with a manifest of hashes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the export.' }),
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
    description: 'The latest full exports, newest first. Needs the admin role; not for API keys.',
    resolve: (_root, _args, context) => listDataExports(context),
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
  description: 'A request for a full export.',
  fields: (t) => ({
    password: t.string({
      description: 'The caller’s password. If it is sent, it must be right.',
      deprecationReason: 'Use `stepUp` when the export answers `step_up_required`.',
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
      'Starts a full export into one file. `conflict` while another is being written. Needs the admin role and a recent ' +
      'sign-in or confirmation; not for API keys.',
    args: {
      input: t.arg({ type: RequestDataExportInput, required: true, description: 'Nothing is needed.' }),
    },
    ...runs(requestDataExport),
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
