import {
  type SigningOutcome as OutcomeShape,
  openSigningView,
  readSigningOutcome,
  type SigningView as ViewShape,
} from '#operations/consent/signAway.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

// A device that was handed over to sign on where the request lies with a provider. What it carries is the permission.

const words = {
  requestId: 'Key of the request, out of the path that `signHere` answered.',
  pass: 'What `signHere` answered.',
}

const SigningViewInput = builder.inputType('SigningViewInput', {
  description: 'A device that was handed over.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: words.requestId }),
    pass: t.string({ description: words.pass }),
  }),
})

const SigningView = builder.objectRef<ViewShape>('SigningView').implement({
  description: 'The page of a provider on which a patient signs.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Its address, good once and for minutes.' }),
  }),
})

builder.mutationField('openSigningView', (t) =>
  t.field({
    type: SigningView,
    authScopes: { anyone: true },
    description: 'Opens the provider’s own page for signing on a device that was handed over.',
    args: { input: t.arg({ type: SigningViewInput, required: true, description: 'Which device.' }) },
    ...runs(openSigningView),
  }),
)

const SigningOutcomeInput = builder.inputType('SigningOutcomeInput', {
  description: 'A device that was handed over, and whether the patient came back from the provider.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: words.requestId }),
    pass: t.string({ description: words.pass }),
    hasReturned: t.boolean({
      required: true,
      description: 'Whether the provider is to be asked how the request stands.',
    }),
  }),
})

const SigningOutcome = builder.objectRef<OutcomeShape>('SigningOutcome').implement({
  description: 'How signing at a provider came out.',
  fields: (t) => ({
    outcome: t.expose('outcome', {
      type: builder.enumType('SigningOutcomeKind', {
        description: 'How it ended, or that it has not; `unknown` where the provider could not be asked.',
        values: ['signed', 'declined', 'ended', 'open', 'unknown'] as const,
      }),
      description: 'What the provider says, not what the browser brought back.',
    }),
  }),
})

builder.mutationField('signingOutcome', (t) =>
  t.field({
    type: SigningOutcome,
    authScopes: { anyone: true },
    description:
      'How signing on a device that was handed over came out. A mutation, because a signature that the provider tells of is recorded.',
    args: { input: t.arg({ type: SigningOutcomeInput, required: true, description: 'Which device.' }) },
    ...runs(readSigningOutcome),
  }),
)
