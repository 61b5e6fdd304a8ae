import { checkConsentStatus } from '#operations/consent/checkConsentStatus.ts'
import { readSigningSetup, type SigningSetup as Setup } from '#operations/consent/readSigningSetup.ts'
import { builder } from '../builder.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Patient, SigningProvider } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

builder.mutationField('checkConsentStatus', (t) =>
  t.withAuth({ can: 'consent.check' }).field({
    type: Patient,
    description:
      "Asks the signing provider for the state of the patient's open request and applies it. `conflict` if no request is with a provider; `provider` with the reason if it could not be asked.",
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(checkConsentStatus),
  }),
)

const RemoteSigning = builder.objectRef<NonNullable<Setup['remote']>>('RemoteSigning').implement({
  description: 'Our account with an external signing provider.',
  fields: (t) => ({
    server: t.exposeString('server', { description: 'URL of the account server.' }),
    accountId: t.exposeID('accountId', { description: 'Our account ID.' }),
    webhookKeys: t.exposeInt('webhookKeys', {
      description: 'Number of keys that may sign its messages.',
    }),
  }),
})

const ProviderEvent = builder.objectRef<NonNullable<Setup['lastEvent']>>('ProviderEvent').implement({
  description: 'Message of the signing provider with a valid signature.',
  fields: (t) => ({
    event: t.exposeString('event', { description: "The event, in the provider's words." }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When it was received.' }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: 'Result of asking the provider; `null` before that.',
    }),
  }),
})

const SigningSetup = builder.objectRef<Setup>('SigningSetup').implement({
  description: 'How electronic signing is set up.',
  fields: (t) => ({
    provider: t.expose('provider', { type: SigningProvider, description: 'Provider for new requests.' }),
    remote: t.expose('remote', {
      type: RemoteSigning,
      nullable: true,
      description: 'The external provider; `null` if none is set up.',
    }),
    lastEvent: t.expose('lastEvent', {
      type: ProviderEvent,
      nullable: true,
      description: "The provider's last message; `null` before the first.",
    }),
    rejectedAt: t.expose('rejectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last alert about forged messages was sent; `null` if none in the last day.',
    }),
    open: t.exposeInt('open', { description: 'Requests that are open at the provider.' }),
    inTrouble: t.exposeInt('inTrouble', {
      description: 'How many of them failed at the last check.',
    }),
  }),
})

builder.queryField('signingSetup', (t) =>
  t.withAuth({ can: 'system.test' }).field({
    type: SigningSetup,
    description: 'The signing setup, as Configure APIs shows it. Needs the admin role.',
    resolve: (_root, _args, context) => readSigningSetup(context, {}),
  }),
)
