import { discardMail, listOutbox, retryMail } from '#operations/mail/outbox.ts'

import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { MailKind, MailState } from '../consent/ConsentRequest.ts'
import { runs } from '../runs.ts'

const OutboxLetter = builder.prismaObject('MailMessage', {
  variant: 'OutboxLetter',
  description: 'An e-mail from this server. Its text is created when it is sent and not stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the e-mail.' }),
    kind: t.expose('kind', { type: MailKind, description: 'Its purpose.' }),
    state: t.expose('state', { type: MailState, description: 'Its state.' }),
    toAddress: t.exposeString('toAddress', { description: 'The recipient’s address.' }),
    patientId: t.exposeID('patientId', { nullable: true, description: 'The patient; `null` if none.' }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed; `null` if none has.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was due to be sent.' }),
    nextTryAt: t.expose('nextTryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; `null` if there is none.',
    }),
  }),
})

builder.queryField('outbox', (t) =>
  t.withAuth({ can: 'mail.manage' }).connection(
    {
      type: OutboxLetter,
      description: 'E-mails that were not delivered, newest first. Needs the admin role.',
      resolve: async (_root, page, context) => asConnection(await listOutbox(context, page)),
    },
    { description: 'One page of e-mails.' },
  ),
)

const MailInput = builder.inputType('MailInput', {
  description: 'The e-mail.',
  fields: (t) => ({ mailId: t.id({ required: true, description: 'ID of the e-mail.' }) }),
})

builder.mutationField('retryMail', (t) =>
  t.withAuth({ can: 'mail.manage' }).field({
    type: OutboxLetter,
    description: 'Retries an e-mail that was not delivered; `conflict` if it was sent or discarded.',
    args: { input: t.arg({ type: MailInput, required: true, description: 'Which.' }) },
    ...runs(retryMail),
  }),
)

builder.mutationField('discardMail', (t) =>
  t.withAuth({ can: 'mail.manage' }).field({
    type: OutboxLetter,
    description: 'Discards an e-mail that was not delivered; `conflict` if it was sent or discarded.',
    args: { input: t.arg({ type: MailInput, required: true, description: 'Which.' }) },
    ...runs(discardMail),
  }),
)
