import { dataExportStates } from '#domain/exports/dataExport.ts'
import { cancelDataExport } from '#operations/exports/cancelDataExport.ts'
import { downloadDataExport } from '#operations/exports/downloadDataExport.ts'
import { listDataExports } from '#operations/exports/listDataExports.ts'
import { requestDataExport } from '#operations/exports/requestDataExport.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

const DataExportState = builder.enumType('DataExportState', {
  description: 'How far an export of everything has come; `removed` is one whose file has lain for its time.',
  values: dataExportStates,
})

const DataExport = builder.prismaObject('DataExport', {
  description: 'An export of everything: a zip of JSON and CSV for each table, with a manifest of hashes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the export.' }),
    state: t.expose('state', { type: DataExportState, description: 'How far it has come.' }),
    requestedBy: t.relation('requestedBy', { description: 'The administrator who asked for it.' }),
    percent: t.int({
      description: 'How much of it is written, from 0 to 100.',
      resolve: ({ state, rowsDone, rowsTotal }) =>
        state === 'ready' || state === 'removed'
          ? 100
          : Math.min(99, Math.floor((Number(rowsDone) * 100) / Math.max(1, Number(rowsTotal)))),
    }),
    bytes: t.float({
      nullable: true,
      description: 'Size of the file; `null` before it is ready.',
      resolve: ({ bytes }) => (bytes === null ? null : Number(bytes)),
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the file in hex; `null` before it is ready.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed; `null` if it did not.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
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
    description: 'The last exports of everything, newest first. Needs the admin role, and a person.',
    resolve: (_root, _args, context) => listDataExports(context),
  }),
)

builder.queryField('dataExportFile', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: DataExport,
    description:
      'The export whose file is about to be taken, which is recorded and told to every administrator. The file ' +
      'itself comes by REST. Needs the admin role, and a person.',
    args: { dataExportId: t.arg.id({ required: true, description: 'Key of the export.' }) },
    resolve: (_root, { dataExportId }, context) => downloadDataExport(context, { dataExportId }),
  }),
)

const RequestDataExportInput = builder.inputType('RequestDataExportInput', {
  description: 'A request for everything.',
  fields: (t) => ({
    password: t.string({ required: true, description: 'The password of whoever asks, given again.' }),
  }),
})

const DataExportInput = builder.inputType('CancelDataExportInput', {
  description: 'An export to be called off.',
  fields: (t) => ({ dataExportId: t.id({ required: true, description: 'Key of the export.' }) }),
})

builder.mutationField('requestDataExport', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: DataExport,
    description:
      'Has everything written into one file. `invalid` for a wrong password, `conflict` while another is being ' +
      'written. Needs the admin role, and a person.',
    args: { input: t.arg({ type: RequestDataExportInput, required: true, description: 'The password.' }) },
    ...runs(requestDataExport),
  }),
)

builder.mutationField('cancelDataExport', (t) =>
  t.withAuth({ can: 'data.export' }).field({
    type: DataExport,
    description: 'Calls off an export that is being written. Needs the admin role, and a person.',
    args: { input: t.arg({ type: DataExportInput, required: true, description: 'Which one.' }) },
    ...runs(cancelDataExport),
  }),
)
