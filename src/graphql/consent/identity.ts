import { requestEndings } from '#domain/consent/requestEnding.ts'
import { confirmIdentity, type Identified as IdentifiedShape } from '#operations/consent/confirmIdentity.ts'
import { type RequestOutcome as Outcome, readRequestOutcome } from '#operations/consent/readRequestOutcome.ts'
import { type SentCode, sendIdentityCode } from '#operations/consent/sendIdentityCode.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { runs } from '../runs.ts'

const ConfirmIdentityInput = builder.inputType('ConfirmIdentityInput', {
  description: "The answer to a request's identity check.",
  fields: (t) => ({
    secret: t.string({ required: true, description: 'The secret of the link.' }),
    dateOfBirth: t.string({ description: 'YYYY-MM-DD, if the date of birth is asked.' }),
    code: t.string({ description: 'The six digits, if a code was e-mailed.' }),
  }),
})

const Identified = builder.objectRef<IdentifiedShape>('Identified').implement({
  description: 'The identity check was passed.',
  fields: (t) => ({
    pass: t.exposeString('pass', {
      description: 'Pass to send with the secret for the next hour; only the latest one is valid.',
    }),
  }),
})

builder.mutationField('confirmIdentity', (t) =>
  t.field({
    type: Identified,
    authScopes: { anyone: true },
    description:
      'Answers the identity check. A wrong answer is `invalid` and counted; the tenth voids the request, and the link stops working.',
    args: { input: t.arg({ type: ConfirmIdentityInput, required: true, description: 'The answer.' }) },
    ...runs(confirmIdentity),
  }),
)

const IdentityCodeInput = builder.inputType('IdentityCodeInput', {
  description: 'The link for which a code is requested.',
  fields: (t) => ({ secret: t.string({ required: true, description: 'The secret of the link.' }) }),
})

const IdentityCode = builder.objectRef<SentCode>('IdentityCode').implement({
  description: "A six-digit code that was sent to the patient's address on file.",
  fields: (t) => ({
    codeExpiresAt: t.expose('codeExpiresAt', { type: 'DateTime', description: 'When the code expires.' }),
  }),
})

builder.mutationField('sendIdentityCode', (t) =>
  t.field({
    type: IdentityCode,
    authScopes: { anyone: true },
    description:
      'E-mails a six-digit code to the patient, if the request asks for one; `rate_limited` within a minute of the last.',
    args: { input: t.arg({ type: IdentityCodeInput, required: true, description: 'The link.' }) },
    ...runs(sendIdentityCode),
  }),
)

const RequestEnding = builder.enumType('RequestEnding', {
  description: 'How a consent request ended.',
  values: enumValues(requestEndings, {
    signed: 'It was signed',
    rejected: 'It was signed, and staff rejected it in the review',
    declined: 'The patient declined',
    expired: 'It expired',
    replaced: 'A newer request replaced it',
    locked: 'It was locked after wrong answers in the identity check',
    withdrawn: 'The clinic withdrew it',
  }),
})

const RequestOutcome = builder.objectRef<Outcome>('RequestOutcome').implement({
  description: 'What happened to a consent request, for the holder of its link.',
  fields: (t) => ({
    ending: t.expose('ending', { type: RequestEnding, description: 'How it ended.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When it ended.' }),
    copyPath: t.exposeString('copyPath', {
      nullable: true,
      description: 'Path on this site to download the signed form; `null` if there is none, or no longer.',
    }),
  }),
})

const RequestOutcomeInput = builder.inputType('RequestOutcomeInput', {
  description: 'A link that has ended, and the date of birth of its patient.',
  fields: (t) => ({
    secret: t.string({ required: true, description: 'The secret of the link.' }),
    dateOfBirth: t.string({ required: true, description: 'YYYY-MM-DD.' }),
  }),
})

builder.mutationField('readRequestOutcome', (t) =>
  t.field({
    type: RequestOutcome,
    authScopes: { anyone: true },
    description:
      'Tells the holder of a link that has ended what happened. A wrong date, an unknown link and an open one give the same `not_found`; wrong dates are counted, and after five the link tells nothing. It is a mutation because each answer is recorded.',
    args: { input: t.arg({ type: RequestOutcomeInput, required: true, description: 'The link.' }) },
    ...runs(readRequestOutcome),
  }),
)
