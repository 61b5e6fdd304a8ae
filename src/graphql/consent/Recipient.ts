import type { Recipient as RecipientFacts } from '#domain/consent/recipients.ts'
import { builder } from '../builder.ts'

export const Recipient = builder.objectRef<RecipientFacts>('Recipient').implement({
  description: 'Who may receive the records under a form, as the form states it.',
  fields: (t) => ({
    userId: t.exposeID('userId', { nullable: true, description: 'ID of the user; `null` for anybody else.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name; `null` if a whole firm is meant.' }),
    firm: t.exposeString('firm', { nullable: true, description: 'Law firm; `null` if none is stated.' }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Postal address; `null` if none is stated.',
    }),
    email: t.string({
      nullable: true,
      description:
        'Where a recipient without an account gets a copy of the signed form; `null` if none is given. The form does not state it.',
      resolve: ({ email }) => email,
    }),
  }),
})

export const RecipientInput = builder.inputType('RecipientInput', {
  description:
    'Who may receive the records: a user, or somebody else by name, firm or both. A firm without a name stands for its users.',
  fields: (t) => ({
    userId: t.id({
      description: 'ID of an active attorney, whose name and firm the form takes from the account.',
    }),
    name: t.string({ description: 'Name of a recipient without an account, at most 200 characters.' }),
    firm: t.string({ description: 'Law firm, at most 200 characters.' }),
    address: t.string({ description: 'Postal address, at most 200 characters.' }),
    email: t.string({
      description:
        'E-mail address of a recipient without an account, for a copy of the signed form. The form does not state it.',
    }),
  }),
})
