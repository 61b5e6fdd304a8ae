import type { Recipient as RecipientFacts } from '#domain/consent/recipients.ts'
import { builder } from '../builder.ts'
import { Recipient } from './Recipient.ts'

export const RecipientCopy = builder.prismaObject('RecipientCopy', {
  description:
    'A link to a signed form that a recipient who is no user got by e-mail. It stops working when the form does not name the recipient anymore.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the copy.' }),
    recipient: t.field({
      type: Recipient,
      description: 'The recipient, as the form states it.',
      select: { recipient: true },
      resolve: ({ recipient }) => recipient as RecipientFacts,
    }),
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
