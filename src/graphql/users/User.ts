import { roles } from '#domain/access/actor.ts'
import { shownUser } from '#operations/patients/visiblePatient.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

export const Role = builder.enumType('Role', {
  description: 'Role of a user, which decides the user’s permissions.',
  values: enumValues(roles, {
    admin: 'Manages users and settings, and can do all that staff can',
    attorney: 'Sees the patients who are assigned to the user',
    staff: 'Works with all patients of the clinic',
  }),
})

export const User = builder.prismaObject('User', {
  description: 'A user of the clinic, with the fields that other users may see.',
  select: shownUser,
  // `expose` would read each column by itself, with a statement for users that an operation already returned whole.
  fields: (t) => ({
    id: t.id({ description: 'ID of the user.', resolve: ({ id }) => id }),
    firstName: t.string({ description: 'Given name.', resolve: ({ firstName }) => firstName }),
    lastName: t.string({ description: 'Family name.', resolve: ({ lastName }) => lastName }),
    firm: t.string({
      nullable: true,
      description: 'Law firm of an attorney; `null` if none is stated.',
      resolve: ({ firm }) => firm,
    }),
    role: t.field({
      type: Role,
      description: 'Current role of the user.',
      resolve: ({ role }) => role,
    }),
    isServiceAccount: t.boolean({
      description: 'Whether this is a program: it holds API keys and cannot sign in.',
      resolve: ({ kind }) => kind === 'service',
    }),
  }),
})
