import { requestPasswordReset } from '#operations/accountLinks/requestPasswordReset.ts'
import { readAccountLink, setPasswordByLink } from '#operations/accountLinks/setPasswordByLink.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

const secret = 'The secret of the link.'

const AccountLinkKind = builder.enumType('AccountLinkKind', {
  description: 'Why a user sets a password through a link: an invitation, or a forgotten password.',
  values: enumValues(['invitation', 'password_reset'], {
    invitation: 'An administrator created the account',
    password_reset: 'The user forgot the password',
  }),
})

builder.queryField('accountLink', (t) =>
  t.field({
    type: AccountLinkKind,
    authScopes: { anyone: true },
    description:
      'What a link to set a password is for. An unknown, used or old link is `not_found`, all with the same message.',
    args: { secret: t.arg.string({ required: true, description: secret }) },
    resolve: (_root, args, context) => readAccountLink(context, args),
  }),
)

const SetPasswordByLinkInput = builder.inputType('SetPasswordByLinkInput', {
  description: 'A link and the new password.',
  fields: (t) => ({
    secret: t.string({ required: true, description: secret }),
    newPassword: t.string({ required: true, description: 'At least 8 characters.' }),
  }),
})

builder.mutationField('setPasswordByLink', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description:
      'Sets the password of the link’s user and uses the link up. It opens no session. A link that does not work is `not_found`.',
    args: {
      input: t.arg({
        type: SetPasswordByLinkInput,
        required: true,
        description: 'The link and the password.',
      }),
    },
    extensions: { input: setPasswordByLink.input },
    resolve: async (_root, { input }, context) => {
      await setPasswordByLink(context, input)
      return true
    },
  }),
)

const RequestPasswordResetInput = builder.inputType('RequestPasswordResetInput', {
  description: 'The account whose password was forgotten.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Address of the account, in any case.' }),
  }),
})

builder.mutationField('requestPasswordReset', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description:
      'E-mails a link to set a new password. True whether or not an account has the address; `conflict` if no mail is set up.',
    args: { input: t.arg({ type: RequestPasswordResetInput, required: true, description: 'The account.' }) },
    extensions: { input: requestPasswordReset.input },
    resolve: async (_root, { input }, context) => {
      await requestPasswordReset(context, input)
      return true
    },
  }),
)
