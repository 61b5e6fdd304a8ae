import { roles } from '#domain/access/actor.ts'
import { builder } from '../builder.ts'

export const Role = builder.enumType('Role', {
  description: 'Role of a user, which decides the user’s permissions.',
  values: roles,
})

export const User = builder.prismaObject('User', {
  description: 'A user of the clinic, with the fields that other users may see.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the user.' }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    role: t.expose('role', { type: Role, description: 'Current role of the user.' }),
    isServiceAccount: t.boolean({
      description: 'Whether this is a program: it holds API keys and cannot sign in.',
      resolve: ({ kind }) => kind === 'service',
    }),
  }),
})
