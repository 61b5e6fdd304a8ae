import { servedSha256 } from '#domain/records/removals.ts'
import {
  downloadAllForwarded,
  type ForwardedArchive as Zip,
} from '#operations/records/downloadAllForwarded.ts'
import {
  type ForwardedFile as DownloadedFile,
  downloadForwarded,
  showForwarded,
} from '#operations/records/downloadForwarded.ts'
import {
  type ForwardingInvitation as Invitation,
  type OpenedForwarding as Opened,
  openForwarding,
  readForwardingInvitation,
} from '#operations/records/openForwarding.ts'
import { builder } from '../builder.ts'
import { recordFields } from './recordFields.ts'

// These operations need no session: the secret is the permission. Among signed-in users, only the recipient is allowed.

const secret = 'The secret of the link.'

const ForwardingInvitation = builder.objectRef<Invitation>('ForwardingInvitation').implement({
  description: 'What a link to forwarded records says before it is opened. It contains no patient data.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Name of the clinic.' }),
    files: t.exposeInt('files', { description: 'Number of records.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
  }),
})

builder.queryField('forwardingInvitation', (t) =>
  t.field({
    type: ForwardingInvitation,
    authScopes: { anyone: true },
    description:
      'Tells whether a link to forwarded records works; nothing is recorded. A dead link is `not_found` with a message that says why.',
    args: { secret: t.arg.string({ required: true, description: secret }) },
    resolve: (_root, args, context) => readForwardingInvitation(context, args),
  }),
)

const OpenedRecord = builder.objectRef<Opened['records'][number]>('OpenedRecord').implement({
  description: 'A forwarded record.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the record.' }),
    fileName: t.exposeString('fileName', { description: 'File name to save it under.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Size in bytes.' }),
    mimeType: t.exposeString('mimeType', { description: 'Media type.' }),
    description: t.exposeString('description', recordFields.description),
    imageDescription: t.exposeString('imageDescription', recordFields.imageDescription),
    category: t.expose('category', recordFields.category),
    serviceDate: t.expose('serviceDate', recordFields.serviceDate),
    accompanyingStatement: t.string(recordFields.accompanyingStatement),
    sha256: t.string({
      nullable: true,
      description: 'SHA-256 of the file as served, hex.',
      resolve: servedSha256,
    }),
  }),
})

const OpenedForwarding = builder.objectRef<Opened>('OpenedForwarding').implement({
  description: 'The content of a link to forwarded records.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Name of the clinic.' }),
    patientName: t.exposeString('patientName', { description: 'Name of the patient.' }),
    forwardedBy: t.exposeString('forwardedBy', { description: 'User who forwarded the records.' }),
    purpose: t.exposeString('purpose', { description: 'Purpose of the forwarding.' }),
    note: t.exposeString('note', { nullable: true, description: 'Note from the clinic.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
    consentSignedAt: t.expose('consentSignedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the authorization was signed on which it is based; `null` for another legal basis.',
    }),
    authorizedScope: t.exposeString('authorizedScope', {
      nullable: true,
      description: 'Which records that authorization covers, in words; `null` for another legal basis.',
    }),
    records: t.field({
      type: [OpenedRecord],
      description: 'The records, without those that the clinic has deleted since.',
      resolve: ({ records }) => records,
    }),
  }),
})

builder.queryField('openForwarding', (t) =>
  t.field({
    type: OpenedForwarding,
    authScopes: { anyone: true },
    description:
      'Opens a link to forwarded records. Each opening is recorded, also in the accounting of disclosures. Throws like `forwardingInvitation`.',
    args: { secret: t.arg.string({ required: true, description: secret }) },
    resolve: (_root, args, context) => openForwarding(context, args),
  }),
)

const ForwardedFile = builder.objectRef<DownloadedFile>('ForwardedFile').implement({
  description: 'A forwarded file.',
  fields: (t) => ({
    fileName: t.string({
      description: 'File name to save it under.',
      resolve: ({ record }) => record.fileName,
    }),
    mimeType: t.string({ description: 'Media type.', resolve: ({ record }) => record.mimeType }),
    content: t.field({
      type: 'FileContent',
      description: 'URL of the file.',
      resolve: ({ record, read, secret, purpose }) => ({
        fileSize: record.fileSize,
        tag: `"${servedSha256(record)}"`,
        read,
        toJSON: () =>
          `/api/forwardings/${secret}/records/${record.id}/${purpose === 'viewed' ? 'view' : 'file'}`,
      }),
    }),
  }),
})

builder.queryField('forwardedFile', (t) =>
  t.field({
    type: ForwardedFile,
    authScopes: { anyone: true },
    description:
      'A file behind a link to forwarded records. Requesting it is recorded as a download, also in the accounting of disclosures. Throws like `forwardingInvitation`, and `conflict` if the file was changed on disk.',
    args: {
      secret: t.arg.string({ required: true, description: secret }),
      recordId: t.arg.id({ required: true, description: 'ID of the record.' }),
    },
    resolve: (_root, args, context) => downloadForwarded(context, args),
  }),
)

builder.queryField('forwardedView', (t) =>
  t.field({
    type: ForwardedFile,
    authScopes: { anyone: true },
    description:
      'A file behind a link to forwarded records, for viewing. Requesting it is recorded as one view, also in the accounting of disclosures. Throws like `forwardedFile`.',
    args: {
      secret: t.arg.string({ required: true, description: secret }),
      recordId: t.arg.id({ required: true, description: 'ID of the record.' }),
    },
    resolve: (_root, args, context) => showForwarded(context, args),
  }),
)

const ForwardedArchive = builder.objectRef<Zip>('ForwardedArchive').implement({
  description: 'All files behind a link to forwarded records, as one ZIP.',
  fields: (t) => ({
    content: t.field({
      type: 'FileContent',
      description: 'URL of the ZIP.',
      resolve: ({ read, secret }) => ({ read, toJSON: () => `/api/forwardings/${secret}/file` }),
    }),
  }),
})

builder.queryField('forwardedArchive', (t) =>
  t.field({
    type: ForwardedArchive,
    authScopes: { anyone: true },
    description:
      'All files behind a link to forwarded records, as one ZIP. Reading it records each file as a download, also in the accounting of disclosures. Throws like `forwardingInvitation`, and `not_found` if the clinic has deleted every record.',
    args: { secret: t.arg.string({ required: true, description: secret }) },
    resolve: (_root, args, context) => downloadAllForwarded(context, args),
  }),
)
