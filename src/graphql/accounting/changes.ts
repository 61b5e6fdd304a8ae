import { disclosureDocumentPath } from '#domain/access/screens.ts'
import {
  type DisclosureDocument as Document,
  downloadDisclosureDocument,
} from '#operations/accounting/downloadDisclosureDocument.ts'
import {
  addManualDisclosure,
  strikeManualDisclosure,
  suspendManualDisclosure,
} from '#operations/accounting/manualDisclosures.ts'
import { builder } from '../builder.ts'
import { DisclosureBasis } from '../records/Forwarding.ts'
import { runs } from '../runs.ts'
import { DisclosureChannel, ManualDisclosure, words } from './accounting.ts'

const AddManualDisclosureInput = builder.inputType('AddManualDisclosureInput', {
  description: 'A disclosure outside of Caseload.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    disclosedOn: t.field({ type: 'Date', required: true, description: 'The day on which it was made.' }),
    channel: t.field({ type: DisclosureChannel, required: true, description: 'How it was made.' }),
    recipientName: t.string({
      required: true,
      description: 'Name of the recipient, at most 200 characters.',
    }),
    recipientAddress: t.string({ description: 'Address of the recipient, at most 500 characters.' }),
    content: t.string({ required: true, description: 'What was disclosed, at most 500 characters.' }),
    purpose: t.string({ required: true, description: 'The purpose, at most 500 characters.' }),
    basis: t.field({ type: DisclosureBasis, required: true, description: 'What permitted it.' }),
    basisReference: t.string({
      description:
        'Document or number that proves the basis, which a subpoena and a court order need; at most 300 characters.',
    }),
    consentRequestId: t.id({
      description: 'ID of the signed consent request, for the basis `authorization` only.',
    }),
    file: t.field({
      type: 'Upload',
      description: 'The document, identified by its content. REST sends it as a form.',
    }),
  }),
})

builder.mutationField('addManualDisclosure', (t) =>
  t.withAuth({ can: 'disclosure.record' }).field({
    type: ManualDisclosure,
    description:
      'Adds a disclosure that was made outside of Caseload to the accounting. It cannot be edited. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: AddManualDisclosureInput, required: true, description: 'The disclosure.' }),
    },
    ...runs(addManualDisclosure),
  }),
)

const StrikeManualDisclosureInput = builder.inputType('StrikeManualDisclosureInput', {
  description: 'The wrong entry, and the reason.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    manualDisclosureId: t.id({ required: true, description: 'ID of the entry.' }),
    reason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

builder.mutationField('strikeManualDisclosure', (t) =>
  t.withAuth({ can: 'disclosure.record' }).field({
    type: ManualDisclosure,
    description:
      'Strikes an entry that was made by mistake. It stays visible with the reason. `conflict` if it is struck already. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: StrikeManualDisclosureInput,
        required: true,
        description: 'The entry and the reason.',
      }),
    },
    ...runs(strikeManualDisclosure),
  }),
)

const SuspendManualDisclosureInput = builder.inputType('SuspendManualDisclosureInput', {
  description: 'An entry, and the statement of the agency that asks not to tell the patient about it.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    manualDisclosureId: t.id({ required: true, description: 'ID of the entry.' }),
    agency: t.string({
      required: true,
      description: 'The agency or official, and what identifies the statement, at most 500 characters.',
    }),
    isOral: t.boolean({
      required: true,
      description: 'Whether it was made only orally; it then ends after at most 30 days.',
    }),
    statedOn: t.field({ type: 'Date', required: true, description: 'The day of the statement.' }),
    endsOn: t.field({
      type: 'Date',
      required: true,
      description: 'The last day on which the patient is not told; a past day ends an earlier suspension.',
    }),
  }),
})

builder.mutationField('suspendManualDisclosure', (t) =>
  t.withAuth({ can: 'disclosure.record' }).field({
    type: ManualDisclosure,
    description:
      'Leaves an entry out of the statement until a day, because a law enforcement or health oversight agency asked for it (45 CFR 164.528(a)(2)). The latest statement counts. `conflict` for another basis and for a struck entry. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: SuspendManualDisclosureInput,
        required: true,
        description: 'The entry and the statement.',
      }),
    },
    ...runs(suspendManualDisclosure),
  }),
)

const DisclosureDocument = builder.objectRef<Document>('DisclosureDocument').implement({
  description: 'The document of a disclosure that staff entered.',
  fields: (t) => ({
    fileName: t.string({
      description: 'File name to save it under.',
      resolve: ({ record }) => record.fileName,
    }),
    mimeType: t.string({ description: 'Media type.', resolve: ({ record }) => record.mimeType }),
    content: t.field({
      type: 'FileContent',
      description: 'URL of the file; for a call in process, the file itself.',
      resolve: ({ patientId, manualDisclosureId, record: { fileSize, sha256, keptSha256 }, read }) => ({
        fileSize,
        tag: `"${keptSha256 ?? sha256}"`,
        read,
        toJSON: () => disclosureDocumentPath(patientId, manualDisclosureId),
      }),
    }),
  }),
})

builder.queryField('disclosureDocument', (t) =>
  t.withAuth({ can: 'disclosure.list' }).field({
    type: DisclosureDocument,
    description:
      'The document of a disclosure that staff entered; `not_found` if there is none. `conflict` while it waits for the malware scan or is infected. Downloads are recorded. Needs the staff or admin role.',
    complexity: 3000,
    args: {
      patientId: t.arg.id({ required: true, description: words.patientId }),
      manualDisclosureId: t.arg.id({ required: true, description: 'ID of the entry.' }),
    },
    resolve: (_root, args, context) => downloadDisclosureDocument(context, args),
  }),
)
