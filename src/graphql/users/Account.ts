import { factorDueAt } from '#domain/factors/secondFactor.ts'
import { displayAddress } from '#domain/users/serviceAccount.ts'
import { builder } from '../builder.ts'
import { identifiersOf } from '../identifiers.ts'
import { Node } from '../nodes/Node.ts'
import { lockedUntil } from './lockedUntil.ts'
import { Role, User } from './User.ts'

export const Account = builder.prismaObject('User', {
  variant: 'Account',
  interfaces: [Node],
  description: 'A user as administrators manage them.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the user.' }),
    email: t.string({
      description: 'Address the user signs in with; empty for a service account.',
      resolve: displayAddress,
    }),
    isServiceAccount: t.boolean({
      description: 'Whether this is a program: it holds API keys and cannot sign in.',
      resolve: ({ kind }) => kind === 'service',
    }),
    owner: t.relation('owner', {
      type: User,
      nullable: true,
      description: 'The user responsible for a service account; `null` for a person.',
    }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    firm: t.exposeString('firm', {
      nullable: true,
      description: 'Law firm; `null` if none is known. A signed form that names the firm covers its users.',
    }),
    role: t.expose('role', { type: Role, description: 'Current role of the user.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the user may sign in.' }),
    hasPassword: t.exposeBoolean('hasPassword', {
      description:
        'False for a service account, for a user who has no password yet, and for one whom a provider of single sign-on created.',
    }),
    hasSignOn: t.boolean({
      description: 'Whether the user has connected an account at a provider of single sign-on.',
      select: { signOnIdentities: { select: { id: true }, take: 1 } },
      resolve: ({ signOnIdentities }) => signOnIdentities.length > 0,
    }),
    invitationExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the link of the open invitation stops working, or stopped; `null` without an invitation.',
      select: { accountLink: { select: { kind: true, expiresAt: true } } },
      resolve: ({ accountLink }) => (accountLink?.kind === 'invitation' ? accountLink.expiresAt : null),
    }),
    mustChangePassword: t.exposeBoolean('mustChangePassword', {
      description: 'Whether the user must change the password before doing anything else.',
    }),
    hasSecondFactor: t.exposeBoolean('hasSecondFactor', {
      description: 'Whether signing in takes a second factor.',
    }),
    secondFactorDueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the user must have a second factor; `null` if none is required or there is one.',
      resolve: (user, _args, { secondFactors }) => factorDueAt(user, secondFactors),
    }),
    lockedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when too many wrong passwords keep the user from signing in with a device and from a network that ' +
        'they have not used lately; `null` while nothing does.',
      resolve: (user, _args, context) => lockedUntil(context, user),
    }),
    profileImageUrl: t.exposeString('profileImageUrl', {
      nullable: true,
      description: 'Address of a picture; `null` shows the initials.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was created.' }),
    identifiers: t.relation('identifiers', identifiersOf('the user')),
  }),
})
