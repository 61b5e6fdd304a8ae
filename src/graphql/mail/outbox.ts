import { discardMail } from '#operations/mail/discardMail.ts'
import { listOutbox } from '#operations/mail/listOutbox.ts'
import { retryMail } from '#operations/mail/retryMail.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { MailKind, MailState } from '../consent/ConsentRequest.ts'
import { runs } from '../runs.ts'

const OutboxLetter = builder.prismaObject('MailMessage', {
  variant: 'OutboxLetter',
  description: 'A letter that this server sends; what it says is written when it goes, and not kept.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the letter.' }),
    kind: t.expose('kind', { type: MailKind, description: 'What it is for.' }),
    state: t.expose('state', { type: MailState, description: 'What became of it.' }),
    toAddress: t.exposeString('toAddress', { description: 'Where it goes.' }),
    patientId: t.exposeID('patientId', { nullable: true, description: 'About whom; `null` for nobody.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last try failed; `null` when none has.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was to go.' }),
    nextTryAt: t.expose('nextTryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; `null` when it is not.',
    }),
  }),
})

builder.queryField('outbox', (t) =>
  t.withAuth({ can: 'mail.manage' }).connection(
    {
      type: OutboxLetter,
      description: 'Letters that did not go, newest first. Needs the admin role.',
      resolve: async (_root, page, context) => asConnection(await listOutbox(context, page)),
    },
    { description: 'One page of letters.' },
  ),
)

const MailInput = builder.inputType('MailInput', {
  description: 'Which letter.',
  fields: (t) => ({ mailId: t.id({ required: true, description: 'Key of the letter.' }) }),
})

builder.mutationField('retryMail', (t) =>
  t.withAuth({ can: 'mail.manage' }).field({
    type: OutboxLetter,
    description: 'Tries a letter again that did not go; `conflict` for one that was sent or discarded.',
    args: { input: t.arg({ type: MailInput, required: true, description: 'Which.' }) },
    ...runs(retryMail),
  }),
)

builder.mutationField('discardMail', (t) =>
  t.withAuth({ can: 'mail.manage' }).field({
    type: OutboxLetter,
    description: 'Gives a letter up that did not go; `conflict` for one that was sent or discarded.',
    args: { input: t.arg({ type: MailInput, required: true, description: 'Which.' }) },
    ...runs(discardMail),
  }),
)
