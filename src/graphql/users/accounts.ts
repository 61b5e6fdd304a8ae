import type { OperationContext } from '#operations/context.ts'
import { disconnectSignOn } from '#operations/signOn/disconnectSignOn.ts'
import { createUser } from '#operations/users/createUser.ts'
import { deleteUser } from '#operations/users/deleteUser.ts'
import { editUser } from '#operations/users/editUser.ts'
import {
  type UserInvitation as Invited,
  inviteUser,
  resendInvitation,
  withdrawInvitation,
} from '#operations/users/inviteUser.ts'
import {
  type RoleCount as Counted,
  countRoles,
  countUsers,
  listUsers,
  viewUser,
  viewUserByIdentifier,
} from '#operations/users/listUsers.ts'
import { resetPassword } from '#operations/users/resetPassword.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import { unlockUser } from '#operations/users/unlockUser.ts'

import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { changedIdentifiers, identifierArgs, newIdentifiers } from '../identifiers.ts'
import { runs, shownOnce } from '../runs.ts'
import { Account } from './Account.ts'
import { Role } from './User.ts'

const RoleCount = builder.objectRef<Counted>('RoleCount').implement({
  description: 'Number of accounts with one role.',
  fields: (t) => ({
    role: t.expose('role', { type: Role, description: 'The role.' }),
    count: t.exposeInt('count', { description: 'Number of accounts, including inactive ones.' }),
  }),
})

builder.queryField('users', (t) =>
  t.withAuth({ can: 'user.list' }).connection(
    {
      type: Account,
      description: 'All accounts by name, including inactive ones. Needs the admin role.',
      args: {
        search: t.arg.string({
          description: 'Words that must each occur in name or e-mail, without case or accents.',
        }),
      },
      resolve: async (_root, { search, ...page }, context) =>
        asConnection(await listUsers(context, { search }, page)),
    },
    {
      description: 'One page of accounts.',
      fields: (connection) => ({
        totalCount: connection.int({
          description: 'Accounts in the whole list.',
          resolve: ({ search }, _args, context) => countUsers(context as OperationContext, search),
        }),
        roleCounts: connection.field({
          type: [RoleCount],
          description:
            'Number of accounts with each role, regardless of the search. Roles without accounts are omitted.',
          resolve: (_page, _args, context) => countRoles(context as OperationContext),
        }),
      }),
    },
  ),
)

builder.queryField('user', (t) =>
  t.withAuth({ can: 'user.list' }).field({
    type: Account,
    description: 'One account. Needs the admin role; `not_found` for a missing or deleted one.',
    args: { id: t.arg.id({ required: true, description: 'ID of the user.' }) },
    resolve: (_root, { id }, context) => viewUser(context, { userId: id }),
  }),
)

builder.queryField('userByIdentifier', (t) =>
  t.withAuth({ can: 'user.list' }).field({
    type: Account,
    description:
      'The account with an identifier of another system. Needs the admin role; `not_found` if there is none.',
    args: { system: t.arg.string(identifierArgs.system), value: t.arg.string(identifierArgs.value) },
    resolve: (_root, args, context) => viewUserByIdentifier(context, args),
  }),
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
    password: t.string({
      description:
        'At least 8 characters; required from a person. An API key must leave it out: the user cannot sign in until an ' +
        'administrator sets a password with `resetPassword`.',
    }),
    firm: t.string({ description: 'Law firm of an attorney, at most 200 characters.' }),
    role: t.field({ type: Role, description: '`staff` when left out.' }),
    isActive: t.boolean({ description: 'True when left out.' }),
    mustChangePassword: t.boolean({
      description: 'Ask for a new password at the first sign-in; false when left out.',
    }),
    identifiers: t.field(newIdentifiers('the user')),
  }),
})

builder.mutationField('createUser', (t) =>
  t.withAuth({ can: 'user.create' }).field({
    type: Account,
    description:
      'Creates an account. Needs the admin role, or a key with `accounts_write`. All administrators are alerted to ' +
      'an account that a key creates.',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The account.' }) },
    ...runs(createUser),
  }),
)

const UserInvitation = builder.objectRef<Invited>('UserInvitation').implement({
  description: 'An invitation to set a password.',
  fields: (t) => ({
    user: t.expose('user', { type: Account, description: 'The invited user.' }),
    link: t.exposeString('link', {
      nullable: true,
      extensions: shownOnce,
      description:
        'The link for the user, shown only in this response; `null` if it was e-mailed because mail is set up.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
})

const InviteUserInput = builder.inputType('InviteUserInput', {
  description: 'A new account whose user sets the password.',
  fields: (t) => ({
    firstName: t.string({ required: true, description: 'Given name.' }),
    lastName: t.string({ required: true, description: 'Family name.' }),
    email: t.string({
      required: true,
      description: 'Address to sign in with, unique without regard to case. The invitation goes there.',
    }),
    firm: t.string({ description: 'Law firm of an attorney, at most 200 characters.' }),
    role: t.field({ type: Role, description: '`staff` when left out.' }),
  }),
})

builder.mutationField('inviteUser', (t) =>
  t.withAuth({ can: 'user.invite' }).field({
    type: UserInvitation,
    description:
      'Creates an account without a password, and a link for its user that works once, for 24 hours. Needs the admin role.',
    args: { input: t.arg({ type: InviteUserInput, required: true, description: 'The account.' }) },
    ...runs(inviteUser),
  }),
)

const ResendInvitationInput = builder.inputType('ResendInvitationInput', {
  description: 'The user to invite.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'ID of the user.' }) }),
})

builder.mutationField('resendInvitation', (t) =>
  t.withAuth({ can: 'user.invite' }).field({
    type: UserInvitation,
    description:
      'Invites a user without a password, with a new link; the earlier one stops working. `conflict` for a user who ' +
      'has a password or is not active. Needs the admin role.',
    args: { input: t.arg({ type: ResendInvitationInput, required: true, description: 'The user.' }) },
    ...runs(resendInvitation),
  }),
)

const WithdrawInvitationInput = builder.inputType('WithdrawInvitationInput', {
  description: 'The user whose invitation ends.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'ID of the user.' }) }),
})

builder.mutationField('withdrawInvitation', (t) =>
  t.withAuth({ can: 'user.invite' }).field({
    type: Account,
    description:
      'Ends an invitation. The account stays, without a password. `conflict` if there is no invitation. Needs the admin role.',
    args: { input: t.arg({ type: WithdrawInvitationInput, required: true, description: 'The user.' }) },
    ...runs(withdrawInvitation),
  }),
)

const EditUserInput = builder.inputType('EditUserInput', {
  description: 'Changes to an account. Omitted fields keep their value.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the user.' }),
    firstName: t.string({ description: 'Given name.' }),
    lastName: t.string({ description: 'Family name.' }),
    email: t.string({ description: 'Address to sign in with, unique without regard to case.' }),
    firm: t.string({ description: 'Law firm, at most 200 characters; `null` removes it.' }),
    role: t.field({
      type: Role,
      description:
        'The new role. Changing it ends every session of the user. Users cannot change their own role.',
    }),
    identifiers: t.field(changedIdentifiers('the user')),
  }),
})

builder.mutationField('editUser', (t) =>
  t.withAuth({ can: 'user.edit' }).field({
    type: Account,
    description:
      'Changes an account. `forbidden` for the caller’s own role; `conflict` for an address that is already used.',
    args: {
      input: t.arg({ type: EditUserInput, required: true, description: 'The account and its changes.' }),
    },
    ...runs(editUser),
  }),
)

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'A temporary password for one sign-in.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the user; not the caller.' }),
    password: t.string({ required: true, description: 'At least 8 characters; the user must change it.' }),
  }),
})

builder.mutationField('resetPassword', (t) =>
  t.withAuth({ can: 'user.resetPassword' }).field({
    type: Account,
    description:
      'Sets a temporary password for a user and ends all their sessions. `forbidden` for the caller’s own account.',
    args: {
      input: t.arg({ type: ResetPasswordInput, required: true, description: 'The user and the password.' }),
    },
    ...runs(resetPassword),
  }),
)

const UnlockUserInput = builder.inputType('UnlockUserInput', {
  description: 'The user to unlock.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'ID of the user.' }) }),
})

builder.mutationField('unlockUser', (t) =>
  t.withAuth({ can: 'user.unlock' }).field({
    type: Account,
    description: 'Unlocks an account that was locked by too many wrong passwords. Needs the admin role.',
    args: { input: t.arg({ type: UnlockUserInput, required: true, description: 'Whom.' }) },
    ...runs(unlockUser),
  }),
)

const DisconnectSignOnInput = builder.inputType('DisconnectSignOnInput', {
  description: 'The user whose accounts at providers are disconnected.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'ID of the user; not the caller.' }) }),
})

builder.mutationField('disconnectSignOn', (t) =>
  t.withAuth({ can: 'user.disconnectSignOn' }).field({
    type: Account,
    description:
      'Disconnects the accounts of a user at all providers of single sign-on and ends the user’s sessions. The user and all ' +
      'administrators are alerted. Needs the admin role and a recent sign-in or confirmation; `forbidden` for the caller’s own ' +
      'account, `conflict` if none is connected.',
    args: { input: t.arg({ type: DisconnectSignOnInput, required: true, description: 'Whose.' }) },
    ...runs(disconnectSignOn),
  }),
)

const SetUserActiveInput = builder.inputType('SetUserActiveInput', {
  description: 'Whether the user may sign in.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the user; not the caller.' }),
    isActive: t.boolean({ required: true, description: 'False ends every session of the user at once.' }),
  }),
})

builder.mutationField('setUserActive', (t) =>
  t.withAuth({ can: 'user.setActive' }).field({
    type: Account,
    description: 'Activates or deactivates a user. `forbidden` for the caller’s own account.',
    args: {
      input: t.arg({ type: SetUserActiveInput, required: true, description: 'The user and the new state.' }),
    },
    ...runs(setUserActive),
  }),
)

const DeleteUserInput = builder.inputType('DeleteUserInput', {
  description: 'The user to delete and the successor.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the user; not the caller.' }),
    successorId: t.id({
      description: 'The successor for open tasks, future appointments and patients; default: the caller.',
    }),
  }),
})

builder.mutationField('deleteUser', (t) =>
  t.withAuth({ can: 'user.delete' }).field({
    type: Account,
    description: 'Deletes an account but no patient data. `forbidden` for the caller’s own account.',
    args: {
      input: t.arg({
        type: DeleteUserInput,
        required: true,
        description: 'The user to delete and the successor.',
      }),
    },
    ...runs(deleteUser),
  }),
)
