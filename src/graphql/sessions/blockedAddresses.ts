import {
  type BlockedAddress as BlockedAddressShape,
  listBlockedAddresses,
  unblockAddress,
} from '#operations/sessions/blockedAddresses.ts'

import { builder } from '../builder.ts'

const BlockedAddress = builder.objectRef<BlockedAddressShape>('BlockedAddress').implement({
  description: 'An address with too many wrong passwords. Devices and users known there can still sign in.',
  fields: (t) => ({
    address: t.exposeString('address', {
      description: 'An IPv4 address, or the /64 network of an IPv6 address.',
    }),
    blockedUntil: t.expose('blockedUntil', {
      type: 'DateTime',
      description: 'When others can sign in from it again.',
    }),
  }),
})

builder.queryField('blockedAddresses', (t) =>
  t.withAuth({ can: 'blockedAddress.manage' }).field({
    type: [BlockedAddress],
    description:
      'Addresses from which too many wrong passwords came, the last to be free again first; at most 100. ' +
      'Needs the admin role.',
    resolve: (_root, _args, context) => listBlockedAddresses(context, {}),
  }),
)

const UnblockAddressInput = builder.inputType('UnblockAddressInput', {
  description: 'The address to unblock.',
  fields: (t) => ({
    address: t.string({ required: true, description: 'Its `address` in `blockedAddresses`.' }),
  }),
})

builder.mutationField('unblockAddress', (t) =>
  t.withAuth({ can: 'blockedAddress.manage' }).field({
    type: 'Boolean',
    description:
      'Lets everyone at an address try to sign in again; always true. Needs the admin role; `not_found` for an ' +
      'address that is not blocked.',
    args: { input: t.arg({ type: UnblockAddressInput, required: true, description: 'Which.' }) },
    extensions: { input: unblockAddress.input },
    resolve: async (_root, { input }, context) => {
      await unblockAddress(context, input)
      return true
    },
  }),
)
