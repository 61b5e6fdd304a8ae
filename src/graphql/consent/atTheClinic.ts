import {
  type SignedCopy as CopyShape,
  type SignedCopyState as CopyState,
  downloadSignedCopy,
  readSignedCopyState,
} from '#operations/consent/downloadSignedCopy.ts'
import { readPaperConsentLines } from '#operations/consent/readPaperConsentLines.ts'
import { recordPaperConsent } from '#operations/consent/recordPaperConsent.ts'
import { type HandedOver as HandedOverShape, signHere } from '#operations/consent/signHere.ts'
import { builder } from '../builder.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Language } from '../patients/Language.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { RecipientInput } from './Recipient.ts'
import { AuthorizationScopeInput } from './Scope.ts'
import { Authority, FormLine } from './SignerCapacity.ts'

const HandedOver = builder.objectRef<HandedOverShape>('HandedOver').implement({
  description: 'A device on which the patient signs.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path on this site where the patient reads and signs.' }),
    pass: t.exposeString('pass', {
      description: 'Value that the device must send to open the page; it opens on no other device.',
    }),
  }),
})

builder.mutationField('signHere', (t) =>
  t.withAuth({ can: 'consent.signHere' }).field({
    type: HandedOver,
    description:
      "Hands this device to the patient for signing. Replaces an open request by one that opens only here, and ends the caller's session. From `pending_consent` or `consent_sent`. Not for API keys.",
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient who signs.' }) },
    extensions: { input: signHere.input },
    resolve: async (_root, { input }, context) => {
      const handedOver = await signHere(context, input)
      context.carrySession(null)
      return handedOver
    },
  }),
)

const RecordPaperConsentInput = builder.inputType('RecordPaperConsentInput', {
  description: 'A form that was signed on paper.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'The scan: PDF, JPG, PNG or TIFF, identified by its content.',
    }),
    signedOn: t.string({ required: true, description: 'The date next to the signature, YYYY-MM-DD.' }),
    endsOn: t.field({
      type: 'Date',
      description:
        'The last day on which the form is valid, if it states one; by default it is valid as long as the clinic’s form.',
    }),
    authority: t.field({
      type: Authority,
      description: 'What gave a representative the right to sign; omitted if the patient signed.',
    }),
    representativeName: t.string({ description: 'Name of the representative; required with `authority`.' }),
    representativeRelation: t.string({
      description: 'What they are to the patient, at most 100 characters; required with `authority`.',
    }),
    witnessName: t.string({ required: true, description: 'Who saw the form being signed.' }),
    witnessRelation: t.string({
      description:
        'Relation of the witness to the signer, or the organization; required if `paperConsentLines` has `witness`.',
    }),
    interpreterName: t.string({ description: 'Who read the form to the patient, if it has such a line.' }),
    interpreterLanguage: t.string({ description: 'Language in which it was read; together with the name.' }),
    recipients: t.field({
      type: [RecipientInput],
      description: 'Who may receive the records under the form, 1 to 10; by default as for `sendConsent`.',
    }),
    scope: t.field({
      type: AuthorizationScopeInput,
      description: 'Which records the form covers; by default all records.',
    }),
    purpose: t.string({ description: 'Purpose of the disclosure; by default as for `sendConsent`.' }),
  }),
})

builder.mutationField('recordPaperConsent', (t) =>
  t.withAuth({ can: 'consent.recordPaper' }).field({
    type: Patient,
    description:
      'Records a form that was signed on paper: from `pending_consent` and `consent_sent`, or after a manual status change without a form, which keeps the status. Needs the staff or admin role.',
    args: { input: t.arg({ type: RecordPaperConsentInput, required: true, description: 'The form.' }) },
    ...runs(recordPaperConsent),
  }),
)

builder.queryField('paperConsentLines', (t) =>
  t.withAuth({ can: 'consent.recordPaper' }).field({
    type: [FormLine],
    description:
      'Lines besides the signature that a paper form of this patient has: those of the open request’s template, else of the default one. Needs the staff or admin role.',
    args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
    resolve: (_root, args, context) => readPaperConsentLines(context, args),
  }),
)

const SignedCopyState = builder.objectRef<CopyState>('SignedCopyState').implement({
  description: 'State of the link to a signed form.',
  fields: (t) => ({
    isForRecipient: t.exposeBoolean('isForRecipient', {
      description: 'Whether it is the link of a recipient of the form, rather than the patient’s.',
    }),
    language: t.expose('language', { type: Language, description: 'Language of the page.' }),
    clinicName: t.exposeString('clinicName', { description: 'Name of the clinic.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
    asksDateOfBirth: t.exposeBoolean('asksDateOfBirth', {
      description: 'Whether the date of birth is required.',
    }),
    signedAt: t.expose('signedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the form was signed; returned only to the browser that signed it.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the signed form, hex; returned like `signedAt`.',
    }),
  }),
})

const secret = 'The secret of the link to the copy.'
const pass = 'The pass returned by signing, valid for an hour.'

builder.queryField('signedCopyState', (t) =>
  t.field({
    type: SignedCopyState,
    authScopes: { anyone: true },
    description: 'Tells what the link to a signed form asks for. A dead link is `not_found`.',
    args: {
      secret: t.arg.string({ required: true, description: secret }),
      pass: t.arg.string({ description: pass }),
    },
    resolve: (_root, args, context) => readSignedCopyState(context, args),
  }),
)

const SignedCopyInput = builder.inputType('SignedCopyInput', {
  description: 'The copy, and the answer to the identity check.',
  fields: (t) => ({
    secret: t.string({ required: true, description: secret }),
    pass: t.string({ description: pass }),
    dateOfBirth: t.string({ description: 'YYYY-MM-DD, if required.' }),
  }),
})

const SignedCopy = builder.objectRef<CopyShape>('SignedCopy').implement({
  description: 'The signed form, returned to the patient again, or to a recipient.',
  fields: (t) => ({
    isForRecipient: t.exposeBoolean('isForRecipient', {
      description: 'Whether it was returned to a recipient of the form, rather than to the patient.',
    }),
    language: t.expose('language', { type: Language, description: 'Language of the page.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the PDF, hex.' }),
    pdfBase64: t.string({
      description: 'The PDF in base64, exactly as stored.',
      resolve: ({ content }) => Buffer.from(content).toString('base64'),
    }),
  }),
})

builder.mutationField('downloadSignedCopy', (t) =>
  t.field({
    type: SignedCopy,
    authScopes: { anyone: true },
    description:
      'Returns the signed form again, for 30 days. A wrong date of birth is `invalid` and counted; the tenth locks the link. It is a mutation because each download is recorded.',
    args: { input: t.arg({ type: SignedCopyInput, required: true, description: 'The copy to download.' }) },
    ...runs(downloadSignedCopy),
  }),
)
