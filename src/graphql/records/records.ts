import { can } from '#domain/access/policy.ts'
import { isHeldFor } from '#domain/legalHolds/legalHold.ts'
import { isImage } from '#domain/records/imageText.ts'
import { isRemoval, removalKinds, servedSha256 } from '#domain/records/removals.ts'
import {
  isRescannable,
  isScanReason,
  isServable,
  scanReasons,
  scanStates,
  scanTroubleFor,
} from '#domain/records/scan.ts'
import { activeHolds } from '#operations/legalHolds/legalHolds.ts'
import { describeImage } from '#operations/records/describeImage.ts'
import { editRecord } from '#operations/records/editRecord.ts'
import type { RecordFile as HandedFile } from '#operations/records/handedFile.ts'
import { listRecords } from '#operations/records/listRecords.ts'
import { type MovedRecord as Moved, moveRecord } from '#operations/records/moveRecord.ts'
import { rescanRecord } from '#operations/records/rescanRecord.ts'
import { downloadRecord, showRecord } from '#operations/records/serveRecord.ts'

import { uploadRecord } from '#operations/records/uploadRecord.ts'
import { versionOfRecord } from '#operations/records/versionOfRecord.ts'
import { viewRecord, viewRecordByIdentifier } from '#operations/records/viewRecord.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import { changedIdentifiers, identifierArgs, identifiersOf, newIdentifiers } from '../identifiers.ts'
import { Node } from '../nodes/Node.ts'
import { runs } from '../runs.ts'
import { selected, selectedNodes } from '../selection.ts'
import { expectedVersion, version } from '../version.ts'
import { RecordCategory } from './RecordCategory.ts'
import { recordFields } from './recordFields.ts'

const RecordRemoval = builder.enumType('RecordRemoval', {
  description: 'What may be removed from a file before it is stored.',
  values: enumValues(removalKinds, {
    location: 'The place where a photo was taken',
    appendix: 'A picture or video hidden in a photo',
  }),
})

export const RecordScanState = builder.enumType('RecordScanState', {
  description: 'Malware scan result of a file: waiting, clean, infected or not scanned.',
  values: enumValues(scanStates, {
    waiting: 'Not scanned yet; it cannot be opened',
    clean: 'No harmful software was found',
    infected: 'Harmful software was found; it never opens',
    not_scanned: 'It could not be scanned, and can be opened',
  }),
})

const RecordScanReason = builder.enumType('RecordScanReason', {
  description: 'Why a file was not scanned.',
  values: enumValues(scanReasons, {
    no_scanner: 'The installation has no scanner',
    too_large: 'It is larger than the scanner accepts',
  }),
})

export const PatientRecord = builder.prismaObject('PatientRecord', {
  interfaces: [Node],
  description: "Metadata of a patient's file. Its storage location is never revealed.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the record.' }),
    patientId: t.exposeID('patientId', { description: 'ID of the patient.' }),
    identifiers: t.relation('identifiers', identifiersOf('the record')),
    version: t.string({
      description: version.description,
      select: { category: true, serviceDate: true, identifiers: { select: { system: true, value: true } } },
      resolve: versionOfRecord,
    }),
    fileName: t.exposeString('fileName', { description: 'File name from the upload.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Size in bytes.' }),
    mimeType: t.exposeString('mimeType', { description: 'Media type.' }),
    description: t.exposeString('description', recordFields.description),
    imageDescription: t.exposeString('imageDescription', recordFields.imageDescription),
    category: t.expose('category', recordFields.category),
    serviceDate: t.expose('serviceDate', recordFields.serviceDate),
    accompanyingStatement: t.string(recordFields.accompanyingStatement),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the received bytes, hex; `null` if the file was never uploaded here.',
    }),
    keptSha256: t.exposeString('keptSha256', {
      nullable: true,
      description: 'SHA-256 of the bytes that are stored and served, if something was removed.',
    }),
    removed: t.field({
      type: [RecordRemoval],
      description:
        "Content removed before the file was stored, such as a photo's location or a second picture.",
      resolve: ({ removed }) => removed.filter(isRemoval),
    }),
    scanState: t.expose('scanState', {
      type: RecordScanState,
      description: 'Malware scan result.',
    }),
    scanReason: t.field({
      type: RecordScanReason,
      nullable: true,
      description: 'Why it was not scanned; `null` in any other state.',
      resolve: ({ scanReason }) => (isScanReason(scanReason) ? scanReason : null),
    }),
    scanFinding: t.exposeString('scanFinding', {
      nullable: true,
      description: "The scanner's name for what it found.",
    }),
    scanTrouble: t.string({
      nullable: true,
      description: 'Why the last scan failed, in detail for administrators; it is retried automatically.',
      resolve: ({ scanTrouble }, _args, { actor }) => scanTroubleFor(actor, scanTrouble),
    }),
    scannedAt: t.expose('scannedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last scanned.',
    }),
    isServed: t.boolean({
      description: 'Whether the file is served: not while it waits for the scan, and never when infected.',
      resolve: isServable,
    }),
    isRescannable: t.boolean({
      description: 'Whether the caller may request another scan now.',
      resolve: (record, _args, { actor, scanner }) => scanner !== null && isRescannable(actor, record),
    }),
    isDescribable: t.boolean({
      description: 'Whether the caller may change the image description.',
      select: { patient: { select: { createdById: true, assignedAttorneyId: true } } },
      resolve: ({ mimeType, patient }, _args, { actor }) =>
        isImage(mimeType) && can(actor, 'record.upload', { ...patient, recordsClosed: null }),
    }),
    isHeld: t.boolean({
      nullable: true,
      description:
        'Whether a legal hold on the chart prevents deletion; `null` for attorneys, who may not know.',
      select: { patient: { select: { legalHolds: { ...activeHolds, select: { id: true } } } } },
      resolve: ({ patient }, _args, { actor }) => isHeldFor(actor, patient.legalHolds),
    }),
    uploadedBy: t.relation('uploadedBy', { description: 'User who uploaded it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
  }),
})

builder.queryField('patientRecords', (t) =>
  t.withAuth({ can: 'record.view' }).connection(
    {
      type: PatientRecord,
      description:
        'Records of a patient, newest first; for an attorney, those that the signed form covers. `not_found` if the caller cannot see the patient; `forbidden` for an attorney after the patient revoked consent.',
      args: {
        patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
        category: t.arg({ type: RecordCategory, description: 'Only records of this category.' }),
        withoutCategory: t.arg.boolean({ description: 'Only records without a category.' }),
      },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listRecords(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of records.' },
  ),
)

builder.queryField('patientRecord', (t) =>
  t.withAuth({ can: 'record.view' }).field({
    type: PatientRecord,
    description:
      'One record. Also `not_found` if it belongs to another patient than the one named; `forbidden` as for the list, and if the signed form does not cover the record.',
    args: {
      patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
      recordId: t.arg.id({ required: true, description: 'ID of the record.' }),
    },
    resolve: (_root, args, context, info) => viewRecord(context, args, selected(context, info)),
  }),
)

builder.queryField('patientRecordByIdentifier', (t) =>
  t.withAuth({ can: 'record.view' }).field({
    type: PatientRecord,
    description:
      'The record with an identifier of another system. `not_found` if there is none or the caller cannot see its patient; `forbidden` as for `patientRecord`.',
    args: { system: t.arg.string(identifierArgs.system), value: t.arg.string(identifierArgs.value) },
    resolve: (_root, args, context, info) => viewRecordByIdentifier(context, args, selected(context, info)),
  }),
)

/** A served file, and the last part of its URL. */
type HandedOut = HandedFile & { way: 'file' | 'view' }

const RecordFile = builder.objectRef<HandedOut>('RecordFile').implement({
  description: 'The file of a record.',
  fields: (t) => ({
    fileName: t.string({
      description: 'File name to save it under.',
      resolve: ({ record }) => record.fileName,
    }),
    mimeType: t.string({ description: 'Media type.', resolve: ({ record }) => record.mimeType }),
    fileSize: t.int({ description: 'Size in bytes.', resolve: ({ record }) => record.fileSize }),
    content: t.field({
      type: 'FileContent',
      description: 'URL of the file.',
      resolve: ({ record, read, way }) => ({
        fileSize: record.fileSize,
        tag: `"${servedSha256(record)}"`,
        read,
        toJSON: () => `/api/patients/${record.patientId}/records/${record.id}/${way}`,
      }),
    }),
  }),
})

builder.queryField('recordFile', (t) =>
  t.withAuth({ can: 'record.view' }).field({
    type: RecordFile,
    description:
      'The file of a record; requesting it is recorded as a download. `conflict` if it was changed on disk, waits for the scan or is infected; otherwise throws like `patientRecord`.',
    args: {
      patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
      recordId: t.arg.id({ required: true, description: 'ID of the record.' }),
    },
    resolve: async (_root, args, context) => ({
      ...(await downloadRecord(context, args)),
      way: 'file' as const,
    }),
  }),
)

builder.queryField('recordView', (t) =>
  t.withAuth({ can: 'record.view' }).field({
    type: RecordFile,
    description:
      'The file of a record for viewing; requesting it is recorded as one view. Throws like `recordFile`.',
    args: {
      patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
      recordId: t.arg.id({ required: true, description: 'ID of the record.' }),
    },
    resolve: async (_root, args, context) => ({ ...(await showRecord(context, args)), way: 'view' as const }),
  }),
)

const UploadRecordInput = builder.inputType('UploadRecordInput', {
  description: 'A file to upload for a patient.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'PDF, DOC, DOCX, JPG, JPEG, PNG or TIFF, identified by its content.',
    }),
    description: t.string({ description: 'Description, at most 1000 characters.' }),
    imageDescription: t.string({
      description: 'What an image shows, for users who cannot see it, at most 300 characters.',
    }),
    category: t.field({ type: RecordCategory, description: 'Kind of record.' }),
    serviceDate: t.string({
      description: 'Day of the service that the record is about, YYYY-MM-DD.',
    }),
    identifiers: t.field(newIdentifiers('the record')),
  }),
})

builder.mutationField('uploadRecord', (t) =>
  t.withAuth({ can: 'record.upload' }).field({
    type: PatientRecord,
    description:
      'Uploads a record. For administrators, and for staff who added the patient or are assigned; `conflict` if the patient was dropped.',
    args: { input: t.arg({ type: UploadRecordInput, required: true, description: 'File and description.' }) },
    ...runs(uploadRecord),
  }),
)

const DescribeImageInput = builder.inputType('DescribeImageInput', {
  description: 'The description of an image.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    recordId: t.id({ required: true, description: 'ID of the record.' }),
    imageDescription: t.string({
      description: 'What the image shows, at most 300 characters; `null` or no value removes it.',
    }),
  }),
})

const EditRecordInput = builder.inputType('EditRecordInput', {
  description:
    'The record, and its new category, service date and identifiers. A field that is left out stays.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    recordId: t.id({ required: true, description: 'ID of the record.' }),
    category: t.field({ type: RecordCategory, description: 'Kind of record; `null` removes it.' }),
    serviceDate: t.string({
      description: 'Day of the service that the record is about, YYYY-MM-DD; `null` removes it.',
    }),
    identifiers: t.field(changedIdentifiers('the record')),
    expectedVersion: t.string({ description: expectedVersion }),
  }),
})

builder.mutationField('describeImage', (t) =>
  t.withAuth({ can: 'record.upload' }).field({
    type: PatientRecord,
    description:
      'Sets what an image shows, for users who cannot see it. For the same users as `uploadRecord`; `invalid` for a record that is not an image.',
    args: { input: t.arg({ type: DescribeImageInput, required: true, description: 'The description.' }) },
    ...runs(describeImage),
  }),
)

builder.mutationField('editRecord', (t) =>
  t.withAuth({ can: 'record.edit' }).field({
    type: PatientRecord,
    description:
      'Changes the identifiers of a record, its category and its service date. The latter two decide whether a form covers it. For administrators, and for staff who added the patient or are assigned.',
    args: { input: t.arg({ type: EditRecordInput, required: true, description: 'The changes.' }) },
    ...runs(editRecord),
  }),
)

const MoveRecordInput = builder.inputType('MoveRecordInput', {
  description: 'A record in the wrong chart, and the right patient.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient in whose chart it is.' }),
    recordId: t.id({ required: true, description: 'ID of the record.' }),
    toPatientId: t.id({ required: true, description: 'ID of the right patient.' }),
    isSamePatient: t.boolean({
      description:
        'Whether both charts are of the same patient. Then no disclosure was a mistake, and all stay in the accounting of the first chart. `false` by default.',
    }),
    reason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

const MovedRecord = builder.objectRef<Moved>('MovedRecord').implement({
  description: 'A record that was moved to the right chart.',
  fields: (t) => ({
    record: t.field({
      type: PatientRecord,
      description: 'The record in its new chart.',
      resolve: ({ record }) => record,
    }),
    mistakes: t.exposeInt('mistakes', {
      description:
        'How often the record was disclosed from charts of other patients. The accounting of the right patient has each of these disclosures, as a mistake.',
    }),
  }),
})

builder.mutationField('moveRecord', (t) =>
  t.withAuth({ can: 'record.move' }).field({
    type: MovedRecord,
    description:
      'Moves a record from the wrong chart to the right one. Links to forwarded records of the wrong chart stop showing it, and its recipients are asked to delete all copies. Needs the admin role; `conflict` while the wrong chart is on legal hold, and if the right patient was dropped.',
    args: {
      input: t.arg({
        type: MoveRecordInput,
        required: true,
        description: 'The record and the right patient.',
      }),
    },
    ...runs(moveRecord),
  }),
)

const RescanRecordInput = builder.inputType('RescanRecordInput', {
  description: 'The record to scan again.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    recordId: t.id({ required: true, description: 'ID of the record.' }),
  }),
})

builder.mutationField('rescanRecord', (t) =>
  t.withAuth({ can: 'record.rescan' }).field({
    type: PatientRecord,
    description:
      'Has a record scanned again; until then the earlier result counts. Needs the admin role; `conflict` if no scanner is set up.',
    args: { input: t.arg({ type: RescanRecordInput, required: true, description: 'The record.' }) },
    ...runs(rescanRecord),
  }),
)
