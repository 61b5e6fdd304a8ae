import {
  type SigningOutcome as OutcomeShape,
  openSigningView,
  readSigningOutcome,
  type SigningView as ViewShape,
} from '#operations/consent/signAway.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { Language } from '../patients/Language.ts'
import { runs } from '../runs.ts'

// A clinic device on which a patient signs at another provider. Its pass is the permission.

const words = {
  requestId: 'ID of the request, from the path that `signHere` returned.',
  pass: 'The pass that `signHere` returned.',
}

const SigningViewInput = builder.inputType('SigningViewInput', {
  description: 'A clinic device.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: words.requestId }),
    pass: t.string({ description: words.pass }),
  }),
})

const SigningView = builder.objectRef<ViewShape>('SigningView').implement({
  description: "The provider's signing page.",
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Its URL, which works once and for a few minutes.' }),
  }),
})

builder.mutationField('openSigningView', (t) =>
  t.field({
    type: SigningView,
    authScopes: { anyone: true },
    description: "Opens the provider's signing page on a clinic device.",
    args: { input: t.arg({ type: SigningViewInput, required: true, description: 'The device.' }) },
    ...runs(openSigningView),
  }),
)

const SigningOutcomeInput = builder.inputType('SigningOutcomeInput', {
  description: 'A clinic device, and whether the patient has returned from the provider.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: words.requestId }),
    pass: t.string({ description: words.pass }),
    hasReturned: t.boolean({
      required: true,
      description: 'Whether to ask the provider for the state of the request.',
    }),
  }),
})

const SigningOutcome = builder.objectRef<OutcomeShape>('SigningOutcome').implement({
  description: 'Outcome of signing at a provider.',
  fields: (t) => ({
    language: t.expose('language', { type: Language, description: 'Language of the pages for the patient.' }),
    outcome: t.expose('outcome', {
      type: builder.enumType('SigningOutcomeKind', {
        description: 'The outcome; `open` while unfinished, `unknown` if the provider could not be asked.',
        values: enumValues(['signed', 'declined', 'ended', 'open', 'unknown'], {
          signed: 'The form is signed',
          declined: 'The patient declined',
          ended: 'The request ended otherwise',
          open: 'Not finished',
          unknown: 'The provider could not be asked',
        }),
      }),
      description: "The provider's answer; what the browser brought back is ignored.",
    }),
  }),
})

builder.mutationField('signingOutcome', (t) =>
  t.field({
    type: SigningOutcome,
    authScopes: { anyone: true },
    description:
      'Reads the outcome of signing on a clinic device. It is a mutation because a signature reported by the provider is recorded.',
    args: { input: t.arg({ type: SigningOutcomeInput, required: true, description: 'The device.' }) },
    ...runs(readSigningOutcome),
  }),
)
