import { signInWithPasskey } from '#operations/passkeys/signInWithPasskey.ts'
import { changePassword } from '#operations/sessions/changePassword.ts'
import { signOut } from '#operations/sessions/endSessions.ts'
import type { Viewer as ViewerShape } from '#operations/sessions/recognizeVisitor.ts'
import { signIn } from '#operations/sessions/signIn.ts'
import { builder } from '../builder.ts'
import { PasskeyProofInput } from '../factors/passkeys.ts'
import { Viewer } from './Viewer.ts'

const SignInInput = builder.inputType('SignInInput', {
  description: 'E-mail address and password, and the second factor of a user who has one.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Address of the account, in any case.' }),
    password: t.string({ required: true, description: 'Password of the account.' }),
    code: t.string({ description: 'The 6 digits of the authenticator app, if the account has one.' }),
    recoveryCode: t.string({ description: 'A recovery code instead of `code`. It works once.' }),
    passkey: t.field({ type: PasskeyProofInput, description: 'The answer of a passkey instead of `code`.' }),
  }),
})

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'The current and the new password.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({
      required: true,
      description: 'At least 8 characters, other than the current one.',
    }),
  }),
})

const SignInPayload = builder.objectRef<{ user: ViewerShape; message: string }>('SignInPayload').implement({
  description: 'A new session. The response sets its cookie.',
  fields: (t) => ({
    user: t.expose('user', { type: Viewer, description: 'The signed-in user.' }),
    message: t.exposeString('message', { description: 'A sentence to show.' }),
  }),
})

builder.queryField('me', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    authScopes: { anyone: true },
    description: 'The signed-in user; `null` for a visitor. No sign-in needed.',
    resolve: (_root, _args, { actor }) => actor,
  }),
)

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInPayload,
    authScopes: { anyone: true },
    description:
      'Signs in. An unknown address, a wrong password and an inactive account give the same error. If the account has a ' +
      'second factor, the error is `factor_required` until `code` or `recoveryCode` is sent as well.',
    args: {
      input: t.arg({ type: SignInInput, required: true, description: 'E-mail address and password.' }),
    },
    extensions: { input: signIn.input },
    resolve: async (_root, { input }, context) => {
      const { user, sid, deviceId } = await signIn(context, input)
      context.carrySession(sid)
      context.carryDevice(deviceId)
      return { user, message: 'Login successful' }
    },
  }),
)

builder.mutationField('signInWithPasskey', (t) =>
  t.field({
    type: SignInPayload,
    authScopes: { anyone: true },
    description: 'Signs in with a passkey alone. A passkey that does not work gives `unauthenticated`.',
    args: {
      input: t.arg({ type: PasskeyProofInput, required: true, description: 'The answer of the passkey.' }),
    },
    extensions: { input: signInWithPasskey.input },
    resolve: async (_root, { input }, context) => {
      const { user, sid, deviceId } = await signInWithPasskey(context, input)
      context.carrySession(sid)
      context.carryDevice(deviceId)
      return { user, message: 'Login successful' }
    },
  }),
)

builder.mutationField('signOut', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description: 'Ends the session, if there is one. Always returns true, so that sign-out never fails.',
    resolve: async (_root, _args, context) => {
      await signOut(context, {})
      context.carrySession(null)
      return true
    },
  }),
)

builder.mutationField('changePassword', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { signedIn: true },
    description:
      'Changes the caller’s password. All other sessions of the user end, and this one gets a new ID.',
    args: {
      input: t.arg({
        type: ChangePasswordInput,
        required: true,
        description: 'The current and the new password.',
      }),
    },
    extensions: { input: changePassword.input },
    resolve: async (_root, { input }, context) => {
      const { sid, deviceId } = await changePassword(context, input)
      context.carrySession(sid)
      context.carryDevice(deviceId)
      return true
    },
  }),
)
