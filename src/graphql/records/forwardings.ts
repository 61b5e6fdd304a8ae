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
import { Disclosure, Forwarding } from './Forwarding.ts'

builder.queryField('patientForwardings', (t) =>
  t.withAuth({ can: 'forwarding.list' }).connection(
    {
      type: Forwarding,
      description:
        'What was forwarded of a patient, to whom and until when, newest first. Needs the staff or admin role.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
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
        'The accounting of disclosures of a patient: every record forwarded, every link opened, and every download by an attorney, newest first. Needs the staff or admin role.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listDisclosures(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of the accounting.' },
  ),
)

builder.queryField('disclosureReport', (t) =>
  t.withAuth({ can: 'disclosure.list' }).field({
    type: ReportPart,
    // As much as a part of any report.
    complexity: 200,
    description: 'A part of the accounting of disclosures, to be written down; recorded as an export.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Key of the patient.' }),
      after: t.arg.string({ description: 'Only rows behind this cursor.' }),
    },
    resolve: (_root, { patientId, after }, context) => exportDisclosures(context, patientId, after),
  }),
)

const ForwardRecordsInput = builder.inputType('ForwardRecordsInput', {
  description: 'Which records go to whom, and what for.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    recordIds: t.idList({ required: true, description: 'Keys of 1 to 100 of the patient’s records.' }),
    recipientId: t.id({ required: true, description: 'Key of an active attorney.' }),
    purpose: t.string({
      required: true,
      description: 'What the records are for, in at most 200 characters.',
    }),
    note: t.string({ description: 'For the recipient, in at most 1000 characters.' }),
  }),
})

const ForwardingMade = builder.objectRef<Made>('ForwardingMade').implement({
  description: 'What was forwarded just now.',
  fields: (t) => ({
    forwarding: t.field({
      type: Forwarding,
      description: 'The forwarding.',
      resolve: ({ forwarding }) => forwarding,
    }),
    patient: t.field({
      type: Patient,
      description: 'The patient, at the status that follows.',
      resolve: ({ patient }) => patient,
    }),
    path: t.string({
      description: 'Path on this site by which the recipient opens it; its end is secret.',
      resolve: ({ secret }) => forwardedPath(secret),
    }),
    isMailed: t.exposeBoolean('isMailed', {
      description: 'Whether the recipient is sent the link by e-mail. If not, the clinic hands it on.',
    }),
  }),
})

builder.mutationField('forwardRecords', (t) =>
  t.withAuth({ can: 'forwarding.make' }).field({
    type: ForwardingMade,
    description:
      'Hands records to an attorney behind a link that lives seven days and no longer than the consent. From `treatment_completed` on; the first one moves the patient to `records_forwarded`. `conflict` without a signed form on file for the consent that stands. Needs the staff or admin role.',
    args: {
      input: t.arg({ type: ForwardRecordsInput, required: true, description: 'What, to whom, what for.' }),
    },
    ...runs(forwardRecords),
  }),
)

const ForwardingIdInput = builder.inputType('ForwardingIdInput', {
  description: 'Which forwarding.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    forwardingId: t.id({ required: true, description: 'Key of the forwarding.' }),
  }),
})

builder.mutationField('withdrawForwarding', (t) =>
  t.withAuth({ can: 'forwarding.withdraw' }).field({
    type: Forwarding,
    description:
      'Takes the link to forwarded records back; what was fetched before stays with the recipient. `conflict` when it opens nothing any more. Needs the staff or admin role.',
    args: { input: t.arg({ type: ForwardingIdInput, required: true, description: 'Which.' }) },
    ...runs(withdrawForwarding),
  }),
)

const ForwardingLink = builder.objectRef<Link>('ForwardingLink').implement({
  description: 'The link to forwarded records.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path on this site; its end is secret.' }),
    email: t.exposeString('email', { description: 'Where the recipient is reached.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it lives at most.' }),
  }),
})

builder.mutationField('showForwardingLink', (t) =>
  t.withAuth({ can: 'forwarding.seeLink' }).field({
    type: ForwardingLink,
    description:
      'Shows the open link of a forwarding, to be handed on. A mutation, because who saw it is recorded and it must never be cached. Needs the staff or admin role.',
    args: { input: t.arg({ type: ForwardingIdInput, required: true, description: 'Which.' }) },
    ...runs(showForwardingLink),
  }),
)
