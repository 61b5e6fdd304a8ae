import type { Statements } from '../statement.ts'
import { adminOnly, anybody, but, byScope, byStepUp, notByKey } from '../verdicts.ts'

const newcomer = {
  firstName: 'Lena',
  lastName: 'Hart',
  email: 'lena@clinic.test',
  password: 'a long pass phrase',
}

/** Accounts of other users, and the work of these users: administrators. */
export const accountMutations: Statements = {
  resetPassword: [
    {
      verdicts: byStepUp(notByKey(adminOnly)),
      ask: ({ people }) => ({ userId: people.colleague.id, password: newcomer.password }),
    },
    {
      about: 'of oneself',
      verdicts: notByKey(but(adminOnly, { admin: 'forbidden' })),
      ask: (_world, own) => ({ userId: own, password: newcomer.password }),
    },
  ],
  unlockUser: { verdicts: notByKey(adminOnly), ask: ({ people }) => ({ userId: people.colleague.id }) },
  createUser: [
    { verdicts: but(byScope(adminOnly), { serviceKey: 'invalid' }), ask: () => ({ ...newcomer }) },
    {
      about: 'without a password',
      verdicts: but(byScope(adminOnly), { admin: 'invalid', serviceKey: 'allow' }),
      ask: () => ({ ...newcomer, password: null }),
    },
    {
      about: 'as an administrator',
      verdicts: byStepUp(notByKey(adminOnly)),
      ask: () => ({ ...newcomer, role: 'admin' }),
    },
  ],
  inviteUser: {
    verdicts: notByKey(adminOnly),
    ask: () => ({ firstName: 'Lena', lastName: 'Hart', email: newcomer.email }),
  },
  resendInvitation: [
    { verdicts: notByKey(adminOnly), ask: ({ invited }) => ({ userId: invited.id }) },
    {
      about: 'to a user who has a password',
      verdicts: notByKey(but(adminOnly, { admin: 'conflict' })),
      ask: ({ people }) => ({ userId: people.colleague.id }),
    },
  ],
  withdrawInvitation: { verdicts: notByKey(adminOnly), ask: ({ invited }) => ({ userId: invited.id }) },
  setPasswordByLink: {
    verdicts: notByKey(anybody),
    ask: ({ invited }) => ({ secret: invited.secret, newPassword: newcomer.password }),
    isOpenedBySecret: true,
  },
  requestPasswordReset: {
    verdicts: notByKey(anybody),
    ask: ({ people }) => ({ email: people.colleague.email }),
  },
  createServiceAccount: {
    verdicts: byStepUp(notByKey(adminOnly)),
    ask: () => ({ name: 'Importer', keyName: 'Nightly', scopes: ['import_run'] }),
  },
  setUserActive: [
    { verdicts: byScope(adminOnly), ask: ({ people }) => ({ userId: people.colleague.id, isActive: false }) },
    {
      about: 'to reactivate a user',
      verdicts: notByKey(adminOnly),
      ask: ({ people }) => ({ userId: people.leaver.id, isActive: true }),
    },
    {
      about: 'for an administrator',
      verdicts: notByKey(adminOnly),
      ask: ({ people }) => ({ userId: people.newcomer.id, isActive: false }),
    },
    {
      about: 'for oneself',
      verdicts: but(adminOnly, { admin: 'forbidden' }),
      ask: (_world, own) => ({ userId: own, isActive: false }),
    },
  ],
  reassignWork: {
    verdicts: notByKey(adminOnly),
    ask: ({ people }) => ({ userId: people.colleague.id, successorId: people.attorneyOther.id }),
  },
  deleteUser: [
    { verdicts: notByKey(adminOnly), ask: ({ people }) => ({ userId: people.colleague.id }) },
    {
      about: 'oneself',
      verdicts: but(adminOnly, { admin: 'forbidden' }),
      ask: (_world, own) => ({ userId: own }),
    },
  ],
}
