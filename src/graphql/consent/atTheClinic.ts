import {
  type SignedCopy as CopyShape,
  type SignedCopyState as CopyState,
  downloadSignedCopy,
  readSignedCopyState,
} from '#operations/consent/downloadSignedCopy.ts'
import { recordPaperConsent } from '#operations/consent/recordPaperConsent.ts'
import { type HandedOver as HandedOverShape, signHere } from '#operations/consent/signHere.ts'
import { builder } from '../builder.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

const HandedOver = builder.objectRef<HandedOverShape>('HandedOver').implement({
  description: 'A device that the patient signs on.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path on this site where the patient reads and signs.' }),
    pass: t.exposeString('pass', {
      description: 'What the device has to carry for it to open; it opens nowhere else.',
    }),
  }),
})

builder.mutationField('signHere', (t) =>
  t.withAuth({ can: 'consent.signHere' }).field({
    type: HandedOver,
    description:
      'Hands this device to the patient to sign on: replaces an open request by one that opens here alone, and ends the session of who asks. From `pending_consent` or `consent_sent`. Not for API keys.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Who signs.' }) },
    extensions: { input: signHere.input },
    resolve: async (_root, { input }, context) => {
      const handedOver = await signHere(context, input)
      context.carrySession(null)
      return handedOver
    },
  }),
)

const RecordPaperConsentInput = builder.inputType('RecordPaperConsentInput', {
  description: 'A form that was signed with ink.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'The scan: PDF, JPG, PNG or TIFF, told by its content.',
    }),
    signedOn: t.string({ required: true, description: 'The day beside the signature, YYYY-MM-DD.' }),
    witnessName: t.string({ required: true, description: 'Who saw the patient sign.' }),
  }),
})

builder.mutationField('recordPaperConsent', (t) =>
  t.withAuth({ can: 'consent.recordPaper' }).field({
    type: Patient,
    description:
      'Puts a form on file that was signed on paper: from `pending_consent` and `consent_sent`, or for a status that was set by hand and has no form yet, which then stays. Needs the staff or admin role.',
    args: { input: t.arg({ type: RecordPaperConsentInput, required: true, description: 'The form.' }) },
    ...runs(recordPaperConsent),
  }),
)

const SignedCopyState = builder.objectRef<CopyState>('SignedCopyState').implement({
  description: 'What there is behind the link to a signed form.',
  fields: (t) => ({
    clinicName: t.exposeString('clinicName', { description: 'Whose form it is.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
    asksDateOfBirth: t.exposeBoolean('asksDateOfBirth', {
      description: 'Whether the date of birth has to be given.',
    }),
    signedAt: t.expose('signedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was signed; told only to the browser in which it was.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the signed form, hex; told like `signedAt`.',
    }),
  }),
})

const secret = 'The secret of the link to the copy.'
const pass = 'What signing answered, within an hour of it.'

builder.queryField('signedCopyState', (t) =>
  t.field({
    type: SignedCopyState,
    authScopes: { anyone: true },
    description: 'What the link to a signed form asks for. A dead link is `not_found`.',
    args: {
      secret: t.arg.string({ required: true, description: secret }),
      pass: t.arg.string({ description: pass }),
    },
    resolve: (_root, args, context) => readSignedCopyState(context, args),
  }),
)

const SignedCopyInput = builder.inputType('SignedCopyInput', {
  description: 'Which copy, and who asks.',
  fields: (t) => ({
    secret: t.string({ required: true, description: secret }),
    pass: t.string({ description: pass }),
    dateOfBirth: t.string({ description: 'YYYY-MM-DD, where it is asked.' }),
  }),
})

const SignedCopy = builder.objectRef<CopyShape>('SignedCopy').implement({
  description: 'The signed form, handed to the patient again.',
  fields: (t) => ({
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the PDF, hex.' }),
    pdfBase64: t.string({
      description: 'The PDF as base64, byte for byte as it was stored.',
      resolve: ({ content }) => Buffer.from(content).toString('base64'),
    }),
  }),
})

builder.mutationField('downloadSignedCopy', (t) =>
  t.field({
    type: SignedCopy,
    authScopes: { anyone: true },
    description:
      'Hands out the signed form again, for 30 days. A wrong date of birth is `invalid` and counted; the tenth locks the link. A mutation, because each download is recorded.',
    args: { input: t.arg({ type: SignedCopyInput, required: true, description: 'Which copy.' }) },
    ...runs(downloadSignedCopy),
  }),
)
