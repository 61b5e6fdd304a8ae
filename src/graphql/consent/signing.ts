import { agreeElectronically } from '#operations/consent/agreeElectronically.ts'
import { askForPaperCopy } from '#operations/consent/askForPaperCopy.ts'
import { declineConsent } from '#operations/consent/declineConsent.ts'
import {
  type SigningInvitation as Invitation,
  readConsentRequest,
} from '#operations/consent/readConsentRequest.ts'
import {
  type SigningProgress as Progress,
  readSigningProgress,
} from '#operations/consent/readSigningProgress.ts'
import { type SigningReceipt as Receipt, signConsent } from '#operations/consent/signConsent.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { ConsentChannel } from './ConsentRequest.ts'
import { IdentityCheck } from './IdentityCheck.ts'

// Everything here is asked by nobody in particular: the secret is the permission, and somebody signed in is refused.

const words = {
  secret: 'The secret of the link.',
  pass: 'What `confirmIdentity` answered, where the request asks who is there.',
}

const SigningStep = builder.enumType('SigningStep', {
  description:
    'What comes next for a patient: who they are, the notice on electronic signing, or the document.',
  values: ['identity', 'notice', 'document'] as const,
})

const SigningProgress = builder.objectRef<Progress>('SigningProgress').implement({
  description: 'How far a patient has come behind a link. Nothing of the patient is in it.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Who asks for the signature.' }),
    step: t.expose('step', { type: SigningStep, description: 'Where the patient goes on.' }),
    identityCheck: t.expose('identityCheck', { type: IdentityCheck, description: 'What is asked first.' }),
    channel: t.expose('channel', { type: ConsentChannel, description: 'Where the patient signs.' }),
    codeExpiresAt: t.expose('codeExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the code counts that was e-mailed; `null` where none is on its way.',
    }),
    disclosureAgreedAt: t.expose('disclosureAgreedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When signing electronically was agreed to.',
    }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the document was opened first.',
    }),
    paperRequestedAt: t.expose('paperRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the form was asked for on paper.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
})

builder.queryField('signingProgress', (t) =>
  t.field({
    type: SigningProgress,
    authScopes: { anyone: true },
    description: 'Where a patient goes on behind a link. A dead link is `not_found`, whatever it died of.',
    args: {
      secret: t.arg.string({ required: true, description: words.secret }),
      pass: t.arg.string({ description: words.pass }),
    },
    resolve: (_root, args, context) => readSigningProgress(context, args),
  }),
)

const SigningInvitation = builder.objectRef<Invitation>('SigningInvitation').implement({
  description: 'What a patient reads before signing.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Who asks for the signature.' }),
    document: t.expose('document', { type: 'JSON', description: 'Title, version and blocks of the text.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
})

builder.queryField('signingInvitation', (t) =>
  t.field({
    type: SigningInvitation,
    authScopes: { anyone: true },
    description:
      'The document behind a signing link. The secret is the permission; a dead link is `not_found`, and `forbidden` until who is there is confirmed, where that is asked. That it was opened is recorded.',
    args: {
      secret: t.arg.string({ required: true, description: words.secret }),
      pass: t.arg.string({ description: words.pass }),
    },
    resolve: (_root, args, context) => readConsentRequest(context, args),
  }),
)

const AgreeElectronicallyInput = builder.inputType('AgreeElectronicallyInput', {
  description: 'The agreement to sign electronically.',
  fields: (t) => ({
    secret: t.string({ required: true, description: words.secret }),
    pass: t.string({ description: words.pass }),
    agreesToSignElectronically: t.boolean({
      required: true,
      description: 'Must be true: the signer has read the notice on electronic signing (15 USC 7001(c)).',
    }),
  }),
})

builder.mutationField('agreeElectronically', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description: 'Agrees to sign electronically. The version of the notice and the moment are kept.',
    args: { input: t.arg({ type: AgreeElectronicallyInput, required: true, description: 'The agreement.' }) },
    ...runs(agreeElectronically),
  }),
)

const SigningLinkInput = builder.inputType('SigningLinkInput', {
  description: 'Whoever holds a link.',
  fields: (t) => ({
    secret: t.string({ required: true, description: words.secret }),
    pass: t.string({ description: words.pass }),
  }),
})

builder.mutationField('askForPaperCopy', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description:
      'Asks for the form on paper: takes back the agreement to sign electronically, ends the reminders and tells the clinic. The link stays open.',
    args: { input: t.arg({ type: SigningLinkInput, required: true, description: 'Which link.' }) },
    ...runs(askForPaperCopy),
  }),
)

const DeclineConsentInput = builder.inputType('DeclineConsentInput', {
  description: 'That a patient will not sign.',
  fields: (t) => ({
    secret: t.string({ required: true, description: words.secret }),
    pass: t.string({ description: words.pass }),
    reason: t.string({ required: true, description: 'Why, in at most 1000 characters.' }),
  }),
})

builder.mutationField('declineConsent', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description: 'Declines to sign. The link is dead after it, and the clinic is told the reason.',
    args: {
      input: t.arg({ type: DeclineConsentInput, required: true, description: 'Which link, and why.' }),
    },
    ...runs(declineConsent),
  }),
)

const SignConsentInput = builder.inputType('SignConsentInput', {
  description: 'A patient’s signature.',
  fields: (t) => ({
    secret: t.string({ required: true, description: words.secret }),
    pass: t.string({ description: words.pass }),
    signerName: t.string({
      required: true,
      description: 'Full name of the signer, in print; without a drawing also the signature.',
    }),
    drawing: t.field({
      type: [t.listRef('Int')],
      description:
        'The drawn signature: for each stroke x and y in turn, whole numbers on a sheet of 900 by 300. Left out, the typed name is the signature.',
    }),
    agreesToSignElectronically: t.boolean({
      description:
        'True, unless `agreeElectronically` was called before: the signer has read the notice on electronic signing (15 USC 7001(c)).',
    }),
  }),
})

const SigningReceipt = builder.objectRef<Receipt>('SigningReceipt').implement({
  description: 'What the patient keeps of the signature.',
  fields: (t) => ({
    signedAt: t.expose('signedAt', { type: 'DateTime', description: 'When it was signed.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the signed PDF, hex.' }),
    pdfBase64: t.string({
      description: 'The signed PDF as base64: the link is dead after signing, so the copy is handed out now.',
      resolve: ({ content }) => Buffer.from(content).toString('base64'),
    }),
    copyPath: t.exposeString('copyPath', {
      nullable: true,
      description: 'Path on this site where the patient can fetch the copy again for 30 days.',
    }),
    pass: t.exposeString('pass', {
      description: 'Shown with the secret of that path within an hour, it answers the question who is there.',
    }),
  }),
})

builder.mutationField('signConsent', (t) =>
  t.field({
    type: SigningReceipt,
    authScopes: { anyone: true },
    description:
      'Signs the document behind a link, once. Only after it was opened and signing electronically agreed to.',
    args: { input: t.arg({ type: SignConsentInput, required: true, description: 'The signature.' }) },
    ...runs(signConsent),
  }),
)
