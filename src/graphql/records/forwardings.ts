import { forwardedPath } from '#domain/access/screens.ts'
import { exportDisclosures } from '#operations/records/exportDisclosures.ts'
import { forwardRecords, type ForwardingMade as Made } from '#operations/records/forwardRecords.ts'
import { listDisclosures } from '#operations/records/listDisclosures.ts'
import { listForwardings } from '#operations/records/listForwardings.ts'
import { type ForwardingLink as Link, showForwardingLink } from '#operations/records/showForwardingLink.ts'
import { withdrawForwarding } from '#operations/records/withdrawForwarding.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { Patient } from '../patients/Patient.ts'
import { ReportPart } from '../reports/part.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'
import { Disclosure, DisclosureBasis, Forwarding } from './Forwarding.ts'

builder.queryField('patientForwardings', (t) =>
  t.withAuth({ can: 'forwarding.list' }).connection(
    {
      type: Forwarding,
      description:
        "Forwardings of a patient's records with recipient and expiry, newest first. Needs the staff or admin role.",
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listForwardings(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of forwardings.' },
  ),
)

builder.queryField('patientDisclosures', (t) =>
  t.withAuth({ can: 'disclosure.list' }).connection(
    {
      type: Disclosure,
      description:
        "The accounting of a patient's disclosures: every forwarded record, opened link and download by an attorney, newest first. Needs the staff or admin role.",
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listDisclosures(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of the accounting.' },
  ),
)

builder.queryField('disclosureReport', (t) =>
  t.withAuth({ can: 'disclosure.list' }).field({
    type: ReportPart,
    // As expensive as a part of any report.
    complexity: 200,
    description: 'Part of the accounting of disclosures for export; recorded as an export.',
    args: {
      patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
      after: t.arg.string({ description: 'Only rows after this cursor.' }),
    },
    resolve: (_root, { patientId, after }, context) => exportDisclosures(context, patientId, after),
  }),
)

const ForwardRecordsInput = builder.inputType('ForwardRecordsInput', {
  description: 'The records to forward, the recipient and the purpose.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    recordIds: t.idList({ required: true, description: "IDs of 1 to 100 of the patient's records." }),
    recipientId: t.id({ required: true, description: 'ID of an active attorney.' }),
    purpose: t.string({
      required: true,
      description: 'Purpose of the forwarding, at most 200 characters.',
    }),
    note: t.string({ description: 'Note to the recipient, at most 1000 characters.' }),
    basis: t.field({
      type: DisclosureBasis,
      description: '`authorization` by default, which needs a signed form that names the recipient.',
    }),
    basisReference: t.string({
      description:
        'Document or number that proves another basis, which it is required for; at most 300 characters.',
    }),
    basisReason: t.string({
      description:
        'Why the records are disclosed on another basis, which it is required for; at most 300 characters.',
    }),
  }),
})

const ForwardingMade = builder.objectRef<Made>('ForwardingMade').implement({
  description: 'Result of forwarding records.',
  fields: (t) => ({
    forwarding: t.field({
      type: Forwarding,
      description: 'The forwarding.',
      resolve: ({ forwarding }) => forwarding,
    }),
    patient: t.field({
      type: Patient,
      description: 'The patient at the new status.',
      resolve: ({ patient }) => patient,
    }),
    path: t.string({
      description: 'Path on this site for the recipient; its last part is secret.',
      resolve: ({ secret }) => forwardedPath(secret),
    }),
    isMailed: t.exposeBoolean('isMailed', {
      description: 'Whether the link is e-mailed to the recipient. If not, the clinic must share it.',
    }),
  }),
})

builder.mutationField('forwardRecords', (t) =>
  t.withAuth({ can: 'forwarding.make' }).field({
    type: ForwardingMade,
    description:
      'Forwards records to an attorney through a link that works for seven days, but no longer than the consent. From `treatment_completed` on; the first forwarding moves the patient to `records_forwarded`. Without another legal basis, a signed form must be on file (`conflict`) and name the recipient (`invalid`). Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: ForwardRecordsInput,
        required: true,
        description: 'The records, the recipient and the purpose.',
      }),
    },
    ...runs(forwardRecords),
  }),
)

const ForwardingIdInput = builder.inputType('ForwardingIdInput', {
  description: 'A forwarding.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    forwardingId: t.id({ required: true, description: 'ID of the forwarding.' }),
  }),
})

builder.mutationField('withdrawForwarding', (t) =>
  t.withAuth({ can: 'forwarding.withdraw' }).field({
    type: Forwarding,
    description:
      'Withdraws the link to forwarded records; earlier downloads stay with the recipient. `conflict` if the link no longer works. Needs the staff or admin role.',
    args: { input: t.arg({ type: ForwardingIdInput, required: true, description: 'The forwarding.' }) },
    ...runs(withdrawForwarding),
  }),
)

const ForwardingLink = builder.objectRef<Link>('ForwardingLink').implement({
  description: 'The link to forwarded records.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path on this site; its last part is secret.' }),
    email: t.exposeString('email', { description: 'E-mail address of the recipient.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires at the latest.' }),
  }),
})

builder.mutationField('showForwardingLink', (t) =>
  t.withAuth({ can: 'forwarding.seeLink' }).field({
    type: ForwardingLink,
    description:
      'Shows the open link of a forwarding to share it. It is a mutation because each view is recorded and the link must never be cached. Needs the staff or admin role.',
    args: { input: t.arg({ type: ForwardingIdInput, required: true, description: 'The forwarding.' }) },
    ...runs(showForwardingLink),
  }),
)
