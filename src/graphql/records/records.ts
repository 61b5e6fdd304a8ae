import { can } from '#domain/access/policy.ts'
import { isRemoval, removalKinds } from '#domain/records/removals.ts'
import { isScanReason, isServable, SCAN_DELAYED, scanReasons, scanStates } from '#domain/records/scan.ts'
import { standing } from '#operations/legalHolds/standingHolds.ts'
import { downloadRecord } from '#operations/records/downloadRecord.ts'
import type { RecordFile as HandedFile } from '#operations/records/handedFile.ts'
import { listRecords } from '#operations/records/listRecords.ts'
import { rescanRecord } from '#operations/records/rescanRecord.ts'
import { showRecord } from '#operations/records/showRecord.ts'
import { uploadRecord } from '#operations/records/uploadRecord.ts'
import { viewRecord } from '#operations/records/viewRecord.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { selected, selectedNodes } from '../selection.ts'

const RecordRemoval = builder.enumType('RecordRemoval', {
  description: 'What may be taken out of a file before it is kept.',
  values: removalKinds,
})

export const RecordScanState = builder.enumType('RecordScanState', {
  description:
    'What a virus scanner said of a file: nothing yet, nothing found, something found, or that it was not asked.',
  values: scanStates,
})

const RecordScanReason = builder.enumType('RecordScanReason', {
  description: 'Why a file was not scanned.',
  values: scanReasons,
})

export const PatientRecord = builder.prismaObject('PatientRecord', {
  description: 'What is known of one file of a patient. Where it is kept is told to nobody.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the record.' }),
    fileName: t.exposeString('fileName', { description: 'Name it was uploaded under.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Bytes.' }),
    mimeType: t.exposeString('mimeType', { description: 'What kind of file it is.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it shows; `null` when nobody said.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the bytes that arrived, in hex; `null` when the file was never taken in here.',
    }),
    keptSha256: t.exposeString('keptSha256', {
      nullable: true,
      description:
        'SHA-256 of the bytes that are kept and handed out, where something was taken out of them.',
    }),
    removed: t.field({
      type: [RecordRemoval],
      description:
        'What was taken out of the file before it was kept: where a photo was taken, a second picture.',
      resolve: ({ removed }) => removed.filter(isRemoval),
    }),
    scanState: t.expose('scanState', {
      type: RecordScanState,
      description: 'What a virus scanner said of it.',
    }),
    scanReason: t.field({
      type: RecordScanReason,
      nullable: true,
      description: 'Why it was not scanned; `null` in any other state.',
      resolve: ({ scanReason }) => (isScanReason(scanReason) ? scanReason : null),
    }),
    scanFinding: t.exposeString('scanFinding', {
      nullable: true,
      description: 'What the scanner calls what it found.',
    }),
    scanTrouble: t.string({
      nullable: true,
      description:
        'What kept the last try from its end, in detail for administrators; it is tried again by itself.',
      resolve: ({ scanTrouble }, _args, { actor }) =>
        scanTrouble !== null && !can(actor, 'record.rescan') ? SCAN_DELAYED : scanTrouble,
    }),
    scannedAt: t.expose('scannedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a scanner last looked at it.',
    }),
    isServed: t.boolean({
      description:
        'Whether the file is handed out: not while it waits to be scanned, and never when infected.',
      resolve: isServable,
    }),
    isRescannable: t.boolean({
      description: 'Whether the viewer may have it scanned again now.',
      resolve: ({ nextScanAt, wrappedKey }, _args, { actor, scanner }) =>
        can(actor, 'record.rescan') && scanner !== null && nextScanAt === null && wrappedKey !== null,
    }),
    isHeld: t.boolean({
      nullable: true,
      description:
        'Whether a legal hold on the chart keeps it from being deleted; `null` for attorneys, who are not told.',
      select: { patient: { select: { legalHolds: { ...standing, select: { id: true } } } } },
      resolve: ({ patient }, _args, { actor }) =>
        can(actor, 'legalHold.see') ? patient.legalHolds.length > 0 : null,
    }),
    uploadedBy: t.relation('uploadedBy', { description: 'Who uploaded it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
  }),
})

builder.queryField('patientRecords', (t) =>
  t.withAuth({ can: 'record.view' }).connection(
    {
      type: PatientRecord,
      description:
        'Records of a patient, newest first. A patient of somebody else is `not_found`; `forbidden` for an attorney once the patient took the consent back.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
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
      'One record. `not_found` also when it is of another patient than the one named; `forbidden` as for the list.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Key of the patient.' }),
      recordId: t.arg.id({ required: true, description: 'Key of the record.' }),
    },
    resolve: (_root, args, context, info) => viewRecord(context, args, selected(context, info)),
  }),
)

/** A file handed out, and the last word of the address at which its bytes are read. */
type HandedOut = HandedFile & { way: 'file' | 'view' }

const RecordFile = builder.objectRef<HandedOut>('RecordFile').implement({
  description: 'The file of a record, handed out.',
  fields: (t) => ({
    fileName: t.string({ description: 'Name to save it under.', resolve: ({ record }) => record.fileName }),
    mimeType: t.string({ description: 'What kind of file it is.', resolve: ({ record }) => record.mimeType }),
    fileSize: t.int({ description: 'Bytes.', resolve: ({ record }) => record.fileSize }),
    content: t.field({
      type: 'FileContent',
      description: 'Where its bytes are read.',
      resolve: ({ record, read, way }) => ({
        fileSize: record.fileSize,
        tag: `"${record.keptSha256 ?? record.sha256}"`,
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
      'The file of a record; asking for it is recorded as a download. `conflict` when it was changed where it is kept, waits to be scanned or is infected, otherwise refused as `patientRecord` is.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Key of the patient.' }),
      recordId: t.arg.id({ required: true, description: 'Key of the record.' }),
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
      'The file of a record, to be looked at; asking for it is recorded as one view of it. Refused as `recordFile` is.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Key of the patient.' }),
      recordId: t.arg.id({ required: true, description: 'Key of the record.' }),
    },
    resolve: async (_root, args, context) => ({ ...(await showRecord(context, args)), way: 'view' as const }),
  }),
)

const UploadRecordInput = builder.inputType('UploadRecordInput', {
  description: 'A file to put on the file of a patient.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'PDF, DOC, DOCX, JPG, JPEG, PNG or TIFF, told by its content.',
    }),
    description: t.string({ description: 'What it shows; at most 1000 characters.' }),
  }),
})

builder.mutationField('uploadRecord', (t) =>
  t.withAuth({ can: 'record.upload' }).field({
    type: PatientRecord,
    description:
      'Uploads a record. Administrators, and staff who added the patient or have them; `conflict` when the patient was dropped.',
    args: { input: t.arg({ type: UploadRecordInput, required: true, description: 'File and description.' }) },
    ...runs(uploadRecord),
  }),
)

const RescanRecordInput = builder.inputType('RescanRecordInput', {
  description: 'Which record to scan again.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    recordId: t.id({ required: true, description: 'Key of the record.' }),
  }),
})

builder.mutationField('rescanRecord', (t) =>
  t.withAuth({ can: 'record.rescan' }).field({
    type: PatientRecord,
    description:
      'Has a record scanned again; what was found before stands meanwhile. Needs the admin role; `conflict` where no scanner is set up.',
    args: { input: t.arg({ type: RescanRecordInput, required: true, description: 'Which.' }) },
    ...runs(rescanRecord),
  }),
)
