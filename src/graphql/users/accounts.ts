import { createUser } from '#operations/users/createUser.ts'
import { deleteUser } from '#operations/users/deleteUser.ts'
import { listUsers } from '#operations/users/listUsers.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { Role } from './User.ts'

const Account = builder.prismaObject('User', {
  variant: 'Account',
  description: 'A user as administrators manage them.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the user.' }),
    email: t.exposeString('email', { description: 'Address the user signs in with.' }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    role: t.expose('role', { type: Role, description: 'Role the user has now.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the user may sign in.' }),
    mustChangePassword: t.exposeBoolean('mustChangePassword', {
      description: 'Whether the next thing the user does must be a new password.',
    }),
    profileImageUrl: t.exposeString('profileImageUrl', {
      nullable: true,
      description: 'Address of a picture; `null` shows the initials.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
})

builder.queryField('users', (t) =>
  t.withAuth({ can: 'user.list' }).connection(
    {
      type: Account,
      description: 'All accounts by name, the inactive ones too. Needs the admin role.',
      resolve: async (_root, page, context) => asConnection(await listUsers(context, page)),
    },
    { description: 'One page of accounts.' },
  ),
)

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'A new account.',
  fields: (t) => ({
    firstName: t.string({ required: true, description: 'Given name.' }),
    lastName: t.string({ required: true, description: 'Family name.' }),
    email: t.string({
      required: true,
      description: 'Address to sign in with, unique without regard to case.',
    }),
    password: t.string({ required: true, description: 'At least 8 characters.' }),
    role: t.field({ type: Role, description: '`staff` when left out.' }),
    isActive: t.boolean({ description: 'True when left out.' }),
    mustChangePassword: t.boolean({
      description: 'Ask for a new password at the first sign-in; false when left out.',
    }),
  }),
})

builder.mutationField('createUser', (t) =>
  t.withAuth({ can: 'user.create' }).field({
    type: Account,
    description: 'Makes an account. Needs the admin role.',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'Who, and as what.' }) },
    ...runs(createUser),
  }),
)

const SetUserActiveInput = builder.inputType('SetUserActiveInput', {
  description: 'Whether somebody may sign in.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'Key of the user; not oneself.' }),
    isActive: t.boolean({ required: true, description: 'False ends every session of the user at once.' }),
  }),
})

builder.mutationField('setUserActive', (t) =>
  t.withAuth({ can: 'user.setActive' }).field({
    type: Account,
    description: 'Activates or deactivates a user. `forbidden` for oneself.',
    args: { input: t.arg({ type: SetUserActiveInput, required: true, description: 'Who, and which.' }) },
    ...runs(setUserActive),
  }),
)

const DeleteUserInput = builder.inputType('DeleteUserInput', {
  description: 'Whom to delete, and who takes over.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'Key of the user; not oneself.' }),
    successorId: t.id({
      description: 'Who gets the open tasks, future appointments and patients; the caller when left out.',
    }),
  }),
})

builder.mutationField('deleteUser', (t) =>
  t.withAuth({ can: 'user.delete' }).field({
    type: Account,
    description: 'Deletes an account and no patient data. `forbidden` for oneself.',
    args: { input: t.arg({ type: DeleteUserInput, required: true, description: 'Whom, and to whom.' }) },
    ...runs(deleteUser),
  }),
)
