import { purgesAt } from '#domain/records/retention.ts'
import { activeHolds } from '#operations/legalHolds/legalHolds.ts'
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
    'A record that an administrator deleted. It can be restored until it is purged, and then leaves a trace.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the record.' }),
    fileName: t.exposeString('fileName', { description: 'File name from the upload.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Size in bytes.' }),
    mimeType: t.exposeString('mimeType', { description: 'Media type.' }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the received bytes, hex; `null` if the file was never uploaded here.',
    }),
    uploadedBy: t.relation('uploadedBy', { description: 'User who uploaded it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    deletedBy: t.relation('deletedBy', { nullable: true, description: 'User who deleted it.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted.',
    }),
    deleteReason: t.exposeString('deleteReason', {
      nullable: true,
      description: 'Why it was deleted; `null` if an API call gave no reason.',
    }),
    purgesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it will be purged, unless a legal hold prevents it; `null` after that.',
      resolve: ({ deletedAt, purgedAt }, _args, { keepDeletedDays }) =>
        deletedAt && !purgedAt ? purgesAt(deletedAt, keepDeletedDays) : null,
    }),
    isHeld: t.boolean({
      description: 'Whether a legal hold on the chart prevents the purge.',
      select: { patient: { select: { legalHolds: { ...activeHolds, select: { id: true } } } } },
      resolve: ({ patient }) => patient.legalHolds.length > 0,
    }),
    purgedAt: t.expose('purgedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its file was destroyed permanently; `null` while it can be restored.',
    }),
  }),
})

builder.queryField('deletedRecords', (t) =>
  t.withAuth({ can: 'record.listDeleted' }).connection(
    {
      type: DeletedRecord,
      description: 'Deleted records of a patient, the latest first. Needs the admin role.',
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listDeletedRecords(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of deleted records.' },
  ),
)

const DeleteRecordInput = builder.inputType('DeleteRecordInput', {
  description: 'The record to delete, and the reason.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    recordId: t.id({ required: true, description: 'ID of the record.' }),
    reason: t.string({
      description: 'The reason, 10 to 1000 characters. Users must give it; API keys may omit it.',
    }),
  }),
})

builder.mutationField('deleteRecord', (t) =>
  t.withAuth({ can: 'record.delete' }).field({
    type: 'Boolean',
    description:
      'Deletes a record; row and file are kept but hidden until it is purged. Needs the admin role; `conflict` while the chart is on legal hold.',
    args: {
      input: t.arg({ type: DeleteRecordInput, required: true, description: 'The record and the reason.' }),
    },
    ...runs(deleteRecord),
  }),
)

const RestoreRecordInput = builder.inputType('RestoreRecordInput', {
  description: 'The deleted record to restore.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    recordId: t.id({ required: true, description: 'ID of the record.' }),
  }),
})

builder.mutationField('restoreRecord', (t) =>
  t.withAuth({ can: 'record.restore' }).field({
    type: PatientRecord,
    description: 'Restores a deleted record. Needs the admin role; `conflict` after it was purged.',
    args: { input: t.arg({ type: RestoreRecordInput, required: true, description: 'The record.' }) },
    ...runs(restoreRecord),
  }),
)
