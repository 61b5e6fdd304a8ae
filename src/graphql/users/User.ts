import { roles } from '#domain/access/actor.ts'
import { builder } from '../builder.ts'

export const Role = builder.enumType('Role', {
  description: 'What a person is in the clinic; decides what they may do.',
  values: roles,
})

export const User = builder.prismaObject('User', {
  description: 'Somebody who works with the clinic, as far as colleagues need to know.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the user.' }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    role: t.expose('role', { type: Role, description: 'Role the user has now.' }),
    isServiceAccount: t.boolean({
      description: 'Whether this is a program: it holds API keys and cannot sign in.',
      resolve: ({ kind }) => kind === 'service',
    }),
  }),
})
