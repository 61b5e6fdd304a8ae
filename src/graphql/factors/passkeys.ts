import type { Passkey as PasskeyRow } from '#infra/prisma/client.ts'
import { type AddedPasskey as Added, addPasskey } from '#operations/passkeys/addPasskey.ts'
import type { PasskeyChallenge as Challenge } from '#operations/passkeys/challenges.ts'
import { removePasskey } from '#operations/passkeys/removePasskey.ts'
import { startPasskey, startPasskeyProof } from '#operations/passkeys/startPasskey.ts'
import { builder } from '../builder.ts'
import { runs, shownOnce } from '../runs.ts'

export const Passkey = builder.objectRef<PasskeyRow>('Passkey').implement({
  description: 'A passkey: a key on a device of its user, which signs in without a password (WebAuthn).',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the passkey.' }),
    name: t.exposeString('name', { description: 'The name that the user gave it.' }),
    isSynced: t.exposeBoolean('isSynced', {
      description: 'Whether its device copies it to other devices of the user.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used; `null` for never.',
    }),
  }),
})

/** The answer of a device to a challenge. */
export const PasskeyProofInput = builder.inputType('PasskeyProofInput', {
  description: 'The answer of a passkey to `startPasskeyProof`.',
  fields: (t) => ({
    challengeId: t.id({ required: true, description: 'The `challengeId` that was answered. It works once.' }),
    response: t.string({ required: true, description: 'The browser’s credential as JSON (`toJSON`).' }),
  }),
})

const PasskeyChallenge = builder.objectRef<Challenge>('PasskeyChallenge').implement({
  description: 'What a browser needs to use a passkey. It works once, for 10 minutes.',
  fields: (t) => ({
    challengeId: t.exposeID('challengeId', { description: 'ID to send back with the answer.' }),
    options: t.exposeString('options', {
      description: 'JSON for the browser’s `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
    }),
  }),
})

const AddedPasskey = builder.objectRef<Added>('AddedPasskey').implement({
  description: 'A new passkey.',
  fields: (t) => ({
    passkey: t.expose('passkey', { type: Passkey, description: 'The passkey.' }),
    recoveryCodes: t.exposeStringList('recoveryCodes', {
      extensions: shownOnce,
      description: 'Ten recovery codes if this is the user’s first second factor; shown only here.',
    }),
  }),
})

builder.mutationField('startPasskey', (t) =>
  t.withAuth({ can: 'factor.add' }).field({
    type: PasskeyChallenge,
    description: 'Starts adding a passkey of the caller. Needs a recent sign-in or confirmation.',
    resolve: (_root, _args, context) => startPasskey(context, {}),
  }),
)

const AddPasskeyInput = builder.inputType('AddPasskeyInput', {
  description: 'A passkey that the caller’s device has made.',
  fields: (t) => ({
    challengeId: t.id({ required: true, description: 'The `challengeId` of `startPasskey`. It works once.' }),
    response: t.string({ required: true, description: 'The browser’s credential as JSON (`toJSON`).' }),
    name: t.string({ required: true, description: 'A name to recognize it by, at most 60 characters.' }),
  }),
})

builder.mutationField('addPasskey', (t) =>
  t.withAuth({ can: 'factor.add' }).field({
    type: AddedPasskey,
    description:
      'Adds a passkey of the caller. Needs a recent sign-in or confirmation. The first second factor ends all other ' +
      'sessions of the caller.',
    args: { input: t.arg({ type: AddPasskeyInput, required: true, description: 'The passkey.' }) },
    ...runs(addPasskey),
  }),
)

const RemovePasskeyInput = builder.inputType('RemovePasskeyInput', {
  description: 'A passkey of the caller.',
  fields: (t) => ({ passkeyId: t.id({ required: true, description: 'ID of the passkey.' }) }),
})

builder.mutationField('removePasskey', (t) =>
  t.withAuth({ can: 'factor.manage' }).boolean({
    description: 'Removes a passkey of the caller. Needs a recent sign-in or confirmation.',
    args: { input: t.arg({ type: RemovePasskeyInput, required: true, description: 'Which.' }) },
    extensions: { input: removePasskey.input },
    resolve: async (_root, { input }, context) => {
      await removePasskey(context, input)
      return true
    },
  }),
)

builder.mutationField('startPasskeyProof', (t) =>
  t.field({
    type: PasskeyChallenge,
    authScopes: { anyone: true },
    description:
      'Starts showing a passkey, to sign in or to confirm. No sign-in needed. It says nothing about any user.',
    resolve: (_root, _args, context) => startPasskeyProof(context, {}),
  }),
)
