import { changePassword } from '#operations/sessions/changePassword.ts'
import type { Viewer as ViewerShape } from '#operations/sessions/recogniseVisitor.ts'
import { signIn } from '#operations/sessions/signIn.ts'
import { signOut } from '#operations/sessions/signOut.ts'
import { builder } from '../builder.ts'
import { Viewer } from './Viewer.ts'

const SignInInput = builder.inputType('SignInInput', {
  description: 'The pair that opens a session.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Address of the account, in any case.' }),
    password: t.string({ required: true, description: 'Password of the account.' }),
  }),
})

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'A new password, and proof of the old one.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The password in force.' }),
    newPassword: t.string({
      required: true,
      description: 'At least 8 characters, other than the current one.',
    }),
  }),
})

const SignInPayload = builder.objectRef<{ user: ViewerShape; message: string }>('SignInPayload').implement({
  description: 'An opened session; its cookie comes with the answer.',
  fields: (t) => ({
    user: t.expose('user', { type: Viewer, description: 'Who is signed in now.' }),
    message: t.exposeString('message', { description: 'A sentence to show.' }),
  }),
})

builder.queryField('me', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    authScopes: { anyone: true },
    description: 'Whoever is signed in; `null` for a visitor, so that anybody may ask.',
    resolve: (_root, _args, { actor }) => actor,
  }),
)

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInPayload,
    authScopes: { anyone: true },
    description:
      'Opens a session. Unknown address, wrong password and inactive account get one and the same answer.',
    args: {
      input: t.arg({ type: SignInInput, required: true, description: 'The pair that opens a session.' }),
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

builder.mutationField('signOut', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description: 'Ends the session, if there is one; always true, so that signing out never fails.',
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
      'Changes the own password. Every session of the user ends, and this one goes on under a new id.',
    args: {
      input: t.arg({ type: ChangePasswordInput, required: true, description: 'Old and new password.' }),
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
