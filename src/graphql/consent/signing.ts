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
import { enumValues } from '../enumValues.ts'
import { Language } from '../patients/Language.ts'
import { runs } from '../runs.ts'
import { ConsentChannel } from './ConsentRequest.ts'
import { IdentityCheck } from './IdentityCheck.ts'
import { Authority, AuthorityProof, FormLine } from './SignerCapacity.ts'

// These operations need no sign-in: the secret is the permission, and signed-in users are refused.

const words = {
  language: 'Language in which the notice was read; by default English.',
  secret: 'The secret of the link.',
  pass: 'The pass that `confirmIdentity` returned, if the request has an identity check.',
}

const SigningStep = builder.enumType('SigningStep', {
  description:
    'Next step of the patient: the identity check, the notice on electronic signing, or the document.',
  values: enumValues(['identity', 'notice', 'document'], {
    identity: 'The identity check',
    notice: 'The notice on electronic signing',
    document: 'The document',
  }),
})

const SigningProgress = builder.objectRef<Progress>('SigningProgress').implement({
  description: 'Progress behind a signing link. It contains no patient data.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Name of the clinic.' }),
    language: t.expose('language', { type: Language, description: 'Language of the pages and e-mails.' }),
    step: t.expose('step', { type: SigningStep, description: "The patient's next step." }),
    identityCheck: t.expose('identityCheck', { type: IdentityCheck, description: 'The identity check.' }),
    channel: t.expose('channel', { type: ConsentChannel, description: 'Where the patient signs.' }),
    codeExpiresAt: t.expose('codeExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the e-mailed code expires; `null` if none was sent.',
    }),
    disclosureAgreedAt: t.expose('disclosureAgreedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient agreed to sign electronically.',
    }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the document was first opened.',
    }),
    paperRequestedAt: t.expose('paperRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the form was requested on paper.',
    }),
    needsRepresentative: t.exposeBoolean('needsRepresentative', {
      description:
        'Whether the patient is a minor, so that a representative signs; false before the identity check.',
    }),
    hasProof: t.exposeBoolean('hasProof', {
      description: 'Whether the representative has uploaded a proof of authority.',
    }),
    lines: t.expose('lines', {
      type: [FormLine],
      description: 'Lines of the form besides the signature; empty before the identity check.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
  }),
})

builder.queryField('signingProgress', (t) =>
  t.field({
    type: SigningProgress,
    authScopes: { anyone: true },
    description: "The patient's progress behind a link. Every dead link gives the same `not_found` error.",
    args: {
      secret: t.arg.string({ required: true, description: words.secret }),
      pass: t.arg.string({ description: words.pass }),
    },
    resolve: (_root, args, context) => readSigningProgress(context, args),
  }),
)

const SigningInvitation = builder.objectRef<Invitation>('SigningInvitation').implement({
  description: 'The document that a patient reads before signing.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Name of the clinic.' }),
    document: t.expose('document', { type: 'JSON', description: 'Title, version and blocks of the text.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
  }),
})

builder.queryField('signingInvitation', (t) =>
  t.field({
    type: SigningInvitation,
    authScopes: { anyone: true },
    description:
      'The document behind a signing link. The secret is the permission. A dead link is `not_found`; an unanswered identity check is `forbidden`. Opening is recorded.',
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
    language: t.field({ type: Language, description: words.language }),
  }),
})

builder.mutationField('agreeElectronically', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description: 'Agrees to sign electronically. The version of the notice and the time are stored.',
    args: { input: t.arg({ type: AgreeElectronicallyInput, required: true, description: 'The agreement.' }) },
    ...runs(agreeElectronically),
  }),
)

const SigningLinkInput = builder.inputType('SigningLinkInput', {
  description: 'The holder of a link.',
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
      'Asks for the form on paper: withdraws the agreement to sign electronically, stops the reminders and alerts the clinic. The link stays valid.',
    args: { input: t.arg({ type: SigningLinkInput, required: true, description: 'The link.' }) },
    ...runs(askForPaperCopy),
  }),
)

const DeclineConsentInput = builder.inputType('DeclineConsentInput', {
  description: "The patient's refusal to sign.",
  fields: (t) => ({
    secret: t.string({ required: true, description: words.secret }),
    pass: t.string({ description: words.pass }),
    reason: t.string({ description: 'The reason, at most 1000 characters.' }),
  }),
})

builder.mutationField('declineConsent', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description:
      'Declines to sign. The link stops working, and the clinic is alerted with the reason, if there is one.',
    args: {
      input: t.arg({ type: DeclineConsentInput, required: true, description: 'The link and the reason.' }),
    },
    ...runs(declineConsent),
  }),
)

const RepresentativeInput = builder.inputType('RepresentativeInput', {
  description: 'A personal representative who signs for the patient. The name is the signer’s name.',
  fields: (t) => ({
    email: t.string({
      description: 'E-mail address of the representative; can be left out only on a device of the clinic.',
    }),
    relation: t.string({
      required: true,
      description: 'What they are to the patient, at most 100 characters.',
    }),
    authority: t.field({
      type: Authority,
      required: true,
      description: 'What gives them the right to sign.',
    }),
    proof: t.field({
      type: AuthorityProof,
      required: true,
      description: 'How they prove it; for `upload`, the file must be there already.',
    }),
  }),
})

const WitnessInput = builder.inputType('WitnessInput', {
  description: 'The statement of a witness.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Full name of the witness; not that of the signer.' }),
    relation: t.string({
      required: true,
      description: 'Relation to the signer, or the organization, at most 100 characters.',
    }),
    sawSignature: t.boolean({
      required: true,
      description: 'Must be true: the witness states that they saw the signer sign.',
    }),
  }),
})

const InterpreterInput = builder.inputType('InterpreterInput', {
  description: 'The statement of an interpreter.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Full name of the interpreter.' }),
    language: t.string({
      required: true,
      description: 'Language in which the form was read, at most 60 characters.',
    }),
    readForm: t.boolean({
      required: true,
      description: 'Must be true: the interpreter states that they read the form to the signer.',
    }),
  }),
})

const SignConsentInput = builder.inputType('SignConsentInput', {
  description: "A patient's signature.",
  fields: (t) => ({
    secret: t.string({ required: true, description: words.secret }),
    pass: t.string({ description: words.pass }),
    signerName: t.string({
      required: true,
      description: 'Full name of the signer in print; without a drawing also the signature.',
    }),
    confirmsName: t.boolean({
      description:
        'True if the signer says that they are the patient although the names differ. Without it, a different name is `invalid` on `confirmsName`.',
    }),
    representative: t.field({
      type: RepresentativeInput,
      description: 'The personal representative, if the patient does not sign; required for a minor.',
    }),
    witness: t.field({
      type: WitnessInput,
      description: 'The witness; required if `lines` has `witness`, and `invalid` otherwise.',
    }),
    interpreter: t.field({
      type: InterpreterInput,
      description: 'The interpreter, if one helped; `invalid` unless `lines` has `interpreter`.',
    }),
    drawing: t.field({
      type: [t.listRef('Int')],
      description:
        'The drawn signature: for each stroke alternating x and y, whole numbers on a sheet of 900 by 300. If omitted, the typed name is the signature.',
    }),
    agreesToSignElectronically: t.boolean({
      description:
        'True, unless `agreeElectronically` was called before: the signer has read the notice on electronic signing (15 USC 7001(c)).',
    }),
    language: t.field({ type: Language, description: words.language }),
  }),
})

const SigningReceipt = builder.objectRef<Receipt>('SigningReceipt').implement({
  description: 'What the patient keeps of the signature.',
  fields: (t) => ({
    signedAt: t.expose('signedAt', { type: 'DateTime', description: 'When it was signed.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the signed PDF, hex.' }),
    pdfBase64: t.string({
      description:
        'The signed PDF as base64. It is returned now because the link stops working after signing.',
      resolve: ({ content }) => Buffer.from(content).toString('base64'),
    }),
    copyPath: t.exposeString('copyPath', {
      nullable: true,
      description: 'Path on this site where the patient can download the copy again for 30 days.',
    }),
    pass: t.exposeString('pass', {
      description: 'Replaces the identity check at that path for an hour.',
    }),
  }),
})

builder.mutationField('signConsent', (t) =>
  t.field({
    type: SigningReceipt,
    authScopes: { anyone: true },
    description:
      'Signs the document behind a link, once. Requires that it was opened and electronic signing agreed to. A form that needs a review by staff opens nothing before they accept it.',
    args: { input: t.arg({ type: SignConsentInput, required: true, description: 'The signature.' }) },
    ...runs(signConsent),
  }),
)
