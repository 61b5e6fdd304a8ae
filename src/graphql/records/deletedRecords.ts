import { purgesAt } from '#domain/records/retention.ts'
import { standing } from '#operations/legalHolds/standingHolds.ts'
import { deleteRecord } from '#operations/records/deleteRecord.ts'
import { listDeletedRecords } from '#operations/records/listDeletedRecords.ts'
import { restoreRecord } from '#operations/records/restoreRecord.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'
import { PatientRecord } from './records.ts'

const DeletedRecord = builder.prismaObject('PatientRecord', {
  variant: 'DeletedRecord',
  description:
    'A record that an administrator took out of sight: it can be put back until it is purged, and leaves a trace then.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the record.' }),
    fileName: t.exposeString('fileName', { description: 'Name it was uploaded under.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Bytes.' }),
    mimeType: t.exposeString('mimeType', { description: 'What kind of file it is.' }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the bytes that arrived, in hex; `null` when the file was never taken in here.',
    }),
    uploadedBy: t.relation('uploadedBy', { description: 'Who uploaded it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    deletedBy: t.relation('deletedBy', { nullable: true, description: 'Who deleted it.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted.',
    }),
    deleteReason: t.exposeString('deleteReason', {
      nullable: true,
      description: 'Why it was deleted; `null` where a program gave no reason.',
    }),
    purgesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is purged, unless a legal hold stands then; `null` once it was.',
      resolve: ({ deletedAt, purgedAt }, _args, { keepDeletedDays }) =>
        deletedAt && !purgedAt ? purgesAt(deletedAt, keepDeletedDays) : null,
    }),
    isHeld: t.boolean({
      description: 'Whether a legal hold stands on the chart, which keeps it from being purged.',
      select: { patient: { select: { legalHolds: { ...standing, select: { id: true } } } } },
      resolve: ({ patient }) => patient.legalHolds.length > 0,
    }),
    purgedAt: t.expose('purgedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its file was destroyed for good; `null` while it can be put back.',
    }),
  }),
})

builder.queryField('deletedRecords', (t) =>
  t.withAuth({ can: 'record.listDeleted' }).connection(
    {
      type: DeletedRecord,
      description: 'Deleted records of a patient, the last one first. Needs the admin role.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listDeletedRecords(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of deleted records.' },
  ),
)

const DeleteRecordInput = builder.inputType('DeleteRecordInput', {
  description: 'Which record to delete, and why.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    recordId: t.id({ required: true, description: 'Key of the record.' }),
    reason: t.string({
      description: 'Why, in 10 to 1000 characters. People are always asked; a program may leave it out.',
    }),
  }),
})

builder.mutationField('deleteRecord', (t) =>
  t.withAuth({ can: 'record.delete' }).field({
    type: 'Boolean',
    description:
      'Deletes a record; row and file are kept out of sight until it is purged. Needs the admin role; `conflict` while a legal hold stands on the chart.',
    args: { input: t.arg({ type: DeleteRecordInput, required: true, description: 'Which, and why.' }) },
    ...runs(deleteRecord),
  }),
)

const RestoreRecordInput = builder.inputType('RestoreRecordInput', {
  description: 'Which deleted record to put back.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    recordId: t.id({ required: true, description: 'Key of the record.' }),
  }),
})

builder.mutationField('restoreRecord', (t) =>
  t.withAuth({ can: 'record.restore' }).field({
    type: PatientRecord,
    description:
      'Puts a deleted record back where it was. Needs the admin role; `conflict` once it was purged.',
    args: { input: t.arg({ type: RestoreRecordInput, required: true, description: 'Which.' }) },
    ...runs(restoreRecord),
  }),
)
