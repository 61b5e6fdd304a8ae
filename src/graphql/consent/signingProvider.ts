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
      'Asks the signing provider now how the patient’s open request stands, and does what follows from it. `conflict` when no request lies with a provider; `provider` when it could not be asked, with the reason.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Whose request.' }) },
    ...runs(checkConsentStatus),
  }),
)

const RemoteSigning = builder.objectRef<NonNullable<Setup['remote']>>('RemoteSigning').implement({
  description: 'Whom we are with a signing provider outside of this server.',
  fields: (t) => ({
    server: t.exposeString('server', { description: 'Where it gives us access.' }),
    accountId: t.exposeID('accountId', { description: 'Our account there.' }),
    webhookKeys: t.exposeInt('webhookKeys', {
      description: 'How many keys its messages may be signed with.',
    }),
  }),
})

const ProviderEvent = builder.objectRef<NonNullable<Setup['lastEvent']>>('ProviderEvent').implement({
  description: 'A message of the signing provider whose signature was good.',
  fields: (t) => ({
    event: t.exposeString('event', { description: 'What happened, in the provider’s word.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When it came.' }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: 'What came of asking the provider; `null` until that was done.',
    }),
  }),
})

const SigningSetup = builder.objectRef<Setup>('SigningSetup').implement({
  description: 'How signing is set up here.',
  fields: (t) => ({
    provider: t.expose('provider', { type: SigningProvider, description: 'Where new requests go.' }),
    remote: t.expose('remote', {
      type: RemoteSigning,
      nullable: true,
      description: 'The provider outside; `null` when none is set up.',
    }),
    lastEvent: t.expose('lastEvent', {
      type: ProviderEvent,
      nullable: true,
      description: 'The last message of the provider; `null` before the first.',
    }),
    rejectedAt: t.expose('rejectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When forged messages were last told of; `null` when none came within a day.',
    }),
    open: t.exposeInt('open', { description: 'Requests that lie with the provider now.' }),
    inTrouble: t.exposeInt('inTrouble', {
      description: 'Of these, those about which the provider could not be asked last.',
    }),
  }),
})

builder.queryField('signingSetup', (t) =>
  t.withAuth({ can: 'system.test' }).field({
    type: SigningSetup,
    description: 'How signing is set up here, as Configure APIs shows it. Needs the admin role.',
    resolve: (_root, _args, context) => readSigningSetup(context, {}),
  }),
)
