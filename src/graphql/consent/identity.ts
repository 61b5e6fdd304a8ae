import { confirmIdentity, type Identified as IdentifiedShape } from '#operations/consent/confirmIdentity.ts'
import { type SentCode, sendIdentityCode } from '#operations/consent/sendIdentityCode.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

const ConfirmIdentityInput = builder.inputType('ConfirmIdentityInput', {
  description: 'The answer to what a request asks of whoever holds its link.',
  fields: (t) => ({
    secret: t.string({ required: true, description: 'The secret of the link.' }),
    dateOfBirth: t.string({ description: 'YYYY-MM-DD, where the date of birth is asked.' }),
    code: t.string({ description: 'The six digits, where a code was e-mailed.' }),
  }),
})

const Identified = builder.objectRef<IdentifiedShape>('Identified').implement({
  description: 'Whoever holds the link has answered.',
  fields: (t) => ({
    pass: t.exposeString('pass', {
      description: 'To be shown with the secret from now on, for an hour; the latest alone counts.',
    }),
  }),
})

builder.mutationField('confirmIdentity', (t) =>
  t.field({
    type: Identified,
    authScopes: { anyone: true },
    description:
      'Answers who is there. A wrong answer is `invalid` and counted; the tenth takes the request back, and the link is dead.',
    args: { input: t.arg({ type: ConfirmIdentityInput, required: true, description: 'The answer.' }) },
    ...runs(confirmIdentity),
  }),
)

const IdentityCodeInput = builder.inputType('IdentityCodeInput', {
  description: 'Behind which link a code is asked for.',
  fields: (t) => ({ secret: t.string({ required: true, description: 'The secret of the link.' }) }),
})

const IdentityCode = builder.objectRef<SentCode>('IdentityCode').implement({
  description: 'Six digits are on their way to the address that the clinic has.',
  fields: (t) => ({
    codeExpiresAt: t.expose('codeExpiresAt', { type: 'DateTime', description: 'Until when they count.' }),
  }),
})

builder.mutationField('sendIdentityCode', (t) =>
  t.field({
    type: IdentityCode,
    authScopes: { anyone: true },
    description:
      'E-mails six digits to the patient, where the request asks for them; `rate_limited` within a minute of the last.',
    args: { input: t.arg({ type: IdentityCodeInput, required: true, description: 'Which link.' }) },
    ...runs(sendIdentityCode),
  }),
)
