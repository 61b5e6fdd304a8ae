import { confirmAuthenticator } from '#operations/factors/confirmAuthenticator.ts'
import { renewRecoveryCodes } from '#operations/factors/makeRecoveryCodes.ts'
import { type OwnFactors, ownFactors } from '#operations/factors/ownFactors.ts'
import { removeAuthenticator } from '#operations/factors/removeAuthenticator.ts'
import { resetSecondFactor } from '#operations/factors/resetSecondFactor.ts'
import {
  type NewAuthenticator as Started,
  startAuthenticator,
} from '#operations/factors/startAuthenticator.ts'
import { stepUp } from '#operations/sessions/stepUp.ts'
import { builder } from '../builder.ts'
import { runs, shownOnce } from '../runs.ts'
import { Account } from '../users/Account.ts'
import { Passkey, PasskeyProofInput } from './passkeys.ts'

const AuthenticatorApp = builder
  .objectRef<NonNullable<OwnFactors['authenticatorApp']>>('AuthenticatorApp')
  .implement({
    description: 'An authenticator app whose codes are the second factor (TOTP).',
    fields: (t) => ({
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was set up.' }),
      lastUsedAt: t.expose('lastUsedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When a code of it was last accepted; `null` for never.',
      }),
    }),
  })

const SecondFactors = builder.objectRef<OwnFactors>('SecondFactors').implement({
  description: 'The second factors of the caller, without their secrets.',
  fields: (t) => ({
    authenticatorApp: t.expose('authenticatorApp', {
      type: AuthenticatorApp,
      nullable: true,
      description: 'The authenticator app; `null` if none is set up.',
    }),
    passkeys: t.expose('passkeys', { type: [Passkey], description: 'The passkeys, oldest first.' }),
    recoveryCodesLeft: t.exposeInt('recoveryCodesLeft', { description: 'Recovery codes that still work.' }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the caller must have a second factor; `null` if none is required or there is one.',
    }),
  }),
})

builder.queryField('mySecondFactors', (t) =>
  t.withAuth({ can: 'factor.add' }).field({
    type: SecondFactors,
    description: 'The second factors of the caller.',
    resolve: (_root, _args, context) => ownFactors(context, {}),
  }),
)

const NewAuthenticator = builder.objectRef<Started>('NewAuthenticator').implement({
  description: 'The shared secret of a new authenticator app. Shown once.',
  fields: (t) => ({
    secret: t.exposeString('secret', {
      extensions: shownOnce,
      description: 'The secret to type into the app, in base32.',
    }),
    uri: t.exposeString('uri', {
      extensions: shownOnce,
      description: 'The `otpauth:` URI to show as a QR code.',
    }),
  }),
})

builder.mutationField('startAuthenticator', (t) =>
  t.withAuth({ can: 'factor.add' }).field({
    type: NewAuthenticator,
    description:
      'Creates the secret of the caller’s next authenticator app. An app in use keeps working until ' +
      '`confirmAuthenticator`. Needs a recent sign-in or confirmation.',
    resolve: (_root, _args, context) => startAuthenticator(context, {}),
  }),
)

const ConfirmAuthenticatorInput = builder.inputType('ConfirmAuthenticatorInput', {
  description: 'The first code of a new authenticator app.',
  fields: (t) => ({ code: t.string({ required: true, description: 'The 6 digits that the app shows.' }) }),
})

builder.mutationField('confirmAuthenticator', (t) =>
  t.withAuth({ can: 'factor.add' }).stringList({
    description:
      'Turns the new authenticator app on and returns ten recovery codes, which are shown only here. All other ' +
      'sessions of the caller end.',
    args: { input: t.arg({ type: ConfirmAuthenticatorInput, required: true, description: 'The code.' }) },
    ...runs(confirmAuthenticator, shownOnce),
  }),
)

builder.mutationField('renewRecoveryCodes', (t) =>
  t.withAuth({ can: 'factor.manage' }).stringList({
    description:
      'Replaces the caller’s recovery codes and returns the new ones, which are shown only here. Needs a recent ' +
      'sign-in or confirmation; `conflict` without a second factor.',
    extensions: shownOnce,
    resolve: (_root, _args, context) => renewRecoveryCodes(context, {}),
  }),
)

builder.mutationField('removeAuthenticator', (t) =>
  t.withAuth({ can: 'factor.manage' }).boolean({
    description:
      'Removes the caller’s authenticator app, and the recovery codes unless a passkey is left. Needs a recent sign-in or ' +
      'confirmation; `conflict` without an app.',
    resolve: async (_root, _args, context) => {
      await removeAuthenticator(context, {})
      return true
    },
  }),
)

const StepUpInput = builder.inputType('StepUpInput', {
  description: 'One proof: the second factor of a user who has one, otherwise the password.',
  fields: (t) => ({
    password: t.string({ description: 'The password, for a user without a second factor.' }),
    code: t.string({ description: 'The 6 digits of the authenticator app.' }),
    recoveryCode: t.string({ description: 'A recovery code. It works once.' }),
    passkey: t.field({ type: PasskeyProofInput, description: 'The answer of a passkey.' }),
  }),
})

builder.mutationField('stepUp', (t) =>
  t.withAuth({ can: 'factor.add' }).boolean({
    description:
      'Confirms that the caller is still the user of this session. For 10 minutes, no action answers ' +
      '`step_up_required`. `invalid` for a wrong proof, with its field.',
    args: { input: t.arg({ type: StepUpInput, required: true, description: 'One proof.' }) },
    extensions: { input: stepUp.input },
    resolve: async (_root, { input }, context) => {
      await stepUp(context, input)
      // A page goes on in the same request.
      context.provenAt = context.now()
      return true
    },
  }),
)

const ResetSecondFactorInput = builder.inputType('ResetSecondFactorInput', {
  description: 'The user who has lost the second factor.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the user; not the caller.' }),
    reason: t.string({ required: true, description: 'Why, 10 to 1000 characters. The alert shows it.' }),
  }),
})

builder.mutationField('resetSecondFactor', (t) =>
  t.withAuth({ can: 'user.resetSecondFactor' }).field({
    type: Account,
    description:
      'Removes the second factors of a user and ends the user’s sessions. The user and all administrators are alerted. ' +
      'Needs the admin role and a recent sign-in or confirmation; `forbidden` for the caller’s own account.',
    args: { input: t.arg({ type: ResetSecondFactorInput, required: true, description: 'Whose, and why.' }) },
    ...runs(resetSecondFactor),
  }),
)
