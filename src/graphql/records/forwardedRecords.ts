import {
  type ForwardedFile as DownloadedFile,
  downloadForwarded,
} from '#operations/records/downloadForwarded.ts'
import {
  type ForwardingInvitation as Invitation,
  type OpenedForwarding as Opened,
  openForwarding,
  readForwardingInvitation,
} from '#operations/records/openForwarding.ts'
import { builder } from '../builder.ts'

// Everything here is asked by nobody in particular: the secret is the permission, and of those who are signed in only
// the recipient has it.

const secret = 'The secret of the link.'

const ForwardingInvitation = builder.objectRef<Invitation>('ForwardingInvitation').implement({
  description: 'What a link to forwarded records says before it is opened. Nothing of the patient is in it.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Who forwarded records.' }),
    files: t.exposeInt('files', { description: 'How many.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
})

builder.queryField('forwardingInvitation', (t) =>
  t.field({
    type: ForwardingInvitation,
    authScopes: { anyone: true },
    description:
      'Whether a link to forwarded records opens; nothing is recorded. A link that does not is `not_found`, and the message says what is true of it.',
    args: { secret: t.arg.string({ required: true, description: secret }) },
    resolve: (_root, args, context) => readForwardingInvitation(context, args),
  }),
)

const OpenedRecord = builder.objectRef<Opened['records'][number]>('OpenedRecord').implement({
  description: 'A record behind a link.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the record.' }),
    fileName: t.exposeString('fileName', { description: 'Name to save it under.' }),
    fileSize: t.exposeInt('fileSize', { description: 'Bytes.' }),
    mimeType: t.exposeString('mimeType', { description: 'What kind of file it is.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it shows; `null` when nobody said.',
    }),
    sha256: t.string({
      nullable: true,
      description: 'SHA-256 of the file as it is handed out, hex.',
      resolve: ({ keptSha256, sha256 }) => keptSha256 ?? sha256,
    }),
  }),
})

const OpenedForwarding = builder.objectRef<Opened>('OpenedForwarding').implement({
  description: 'What stands behind a link to forwarded records.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Who forwarded the records.' }),
    patientName: t.exposeString('patientName', { description: 'Whose records they are.' }),
    forwardedBy: t.exposeString('forwardedBy', { description: 'Who of the clinic forwarded them.' }),
    purpose: t.exposeString('purpose', { description: 'What they are for.' }),
    note: t.exposeString('note', { nullable: true, description: 'What the clinic says of them.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
    records: t.field({
      type: [OpenedRecord],
      description: 'The records; one that the clinic has deleted since is not among them.',
      resolve: ({ records }) => records,
    }),
  }),
})

builder.queryField('openForwarding', (t) =>
  t.field({
    type: OpenedForwarding,
    authScopes: { anyone: true },
    description:
      'Opens a link to forwarded records; each opening is recorded and stands in the accounting of disclosures. Refused as `forwardingInvitation` is.',
    args: { secret: t.arg.string({ required: true, description: secret }) },
    resolve: (_root, args, context) => openForwarding(context, args),
  }),
)

const ForwardedFile = builder.objectRef<DownloadedFile>('ForwardedFile').implement({
  description: 'A file behind a link, handed out.',
  fields: (t) => ({
    fileName: t.string({ description: 'Name to save it under.', resolve: ({ record }) => record.fileName }),
    mimeType: t.string({ description: 'What kind of file it is.', resolve: ({ record }) => record.mimeType }),
    content: t.field({
      type: 'FileContent',
      description: 'Where its bytes are read.',
      resolve: ({ record, read, secret }) => ({
        fileSize: record.fileSize,
        tag: `"${record.keptSha256 ?? record.sha256}"`,
        read,
        toJSON: () => `/api/forwardings/${secret}/records/${record.id}/file`,
      }),
    }),
  }),
})

builder.queryField('forwardedFile', (t) =>
  t.field({
    type: ForwardedFile,
    authScopes: { anyone: true },
    description:
      'A file behind a link to forwarded records; asking for it is recorded as a download and stands in the accounting of disclosures. Refused as `forwardingInvitation` is, and `conflict` when it was changed where it is kept.',
    args: {
      secret: t.arg.string({ required: true, description: secret }),
      recordId: t.arg.id({ required: true, description: 'Key of the record.' }),
    },
    resolve: (_root, args, context) => downloadForwarded(context, args),
  }),
)
