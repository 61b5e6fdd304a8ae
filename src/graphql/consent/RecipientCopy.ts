import type { Recipient as RecipientFacts } from '#domain/consent/recipients.ts'
import { sendRecipientCopy } from '#operations/consent/sendRecipientCopy.ts'
import { builder } from '../builder.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { Recipient } from './Recipient.ts'

export const RecipientCopy = builder.prismaObject('RecipientCopy', {
  description:
    'A link to a signed form that a recipient got by e-mail who cannot see the chart. It stops working when the form does not name the recipient anymore.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the copy.' }),
    recipient: t.field({
      type: Recipient,
      description: 'The recipient, as the form states it.',
      select: { recipient: true },
      resolve: ({ recipient }) => recipient as RecipientFacts,
    }),
    email: t.exposeString('email', { description: 'Where the link went.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the link was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the link expires at the latest.',
    }),
    downloads: t.exposeInt('downloads', { description: 'Number of downloads through the link.' }),
    downloadedAt: t.expose('downloadedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the form was last downloaded through it; `null` if it was not.',
    }),
  }),
})

const SendRecipientCopyInput = builder.inputType('SendRecipientCopyInput', {
  description: 'A recipient of the signed form in force without an account, and where the link goes.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    requestId: t.id({ required: true, description: 'ID of the request whose signed form is in force.' }),
    recipient: t.int({
      required: true,
      description: 'Position of the recipient among those of the request, from 0.',
    }),
    email: t.string({ required: true, description: 'E-mail address of the recipient.' }),
  }),
})

builder.mutationField('sendRecipientCopy', (t) =>
  t.withAuth({ can: 'consent.sendCopy' }).field({
    type: Patient,
    description:
      'E-mails a recipient of the form in force, who has no account, a link to it. Earlier links of this recipient stop working. The link asks for the patient’s date of birth: `conflict` if none is on file, if e-mail is not set up, and for a form on paper. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: SendRecipientCopyInput,
        required: true,
        description: 'The recipient and the address.',
      }),
    },
    ...runs(sendRecipientCopy),
  }),
)
