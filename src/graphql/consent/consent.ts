import { consentFormPath } from '#domain/consent/formPath.ts'
import { downloadConsentForm, type ConsentForm as Form } from '#operations/consent/downloadConsentForm.ts'
import { revokeConsent } from '#operations/consent/revokeConsent.ts'
import { type SigningLink as Link, showSigningLink } from '#operations/consent/showSigningLink.ts'
import { voidConsentRequest } from '#operations/consent/voidConsentRequest.ts'
import { builder } from '../builder.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

const VoidConsentRequestInput = builder.inputType('VoidConsentRequestInput', {
  description: 'Whose open consent request to take back.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    reason: t.string({ description: 'Why, in at most 1000 characters.' }),
  }),
})

builder.mutationField('voidConsentRequest', (t) =>
  t.withAuth({ can: 'consent.void' }).field({
    type: Patient,
    description:
      'Takes an open consent request back and kills its link. A patient at `consent_sent` returns to `pending_consent`; `conflict` when there is nothing to take back. Needs the staff or admin role.',
    args: { input: t.arg({ type: VoidConsentRequestInput, required: true, description: 'Whose, and why.' }) },
    ...runs(voidConsentRequest),
  }),
)

const RevokeConsentInput = builder.inputType('RevokeConsentInput', {
  description: 'Who took the consent back, and why.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    reason: t.string({ required: true, description: 'Why, in 10 to 1000 characters.' }),
  }),
})

builder.mutationField('revokeConsent', (t) =>
  t.withAuth({ can: 'consent.revoke' }).field({
    type: Patient,
    description:
      'Records that a patient took the consent back, from `consent_signed` or `schedulable` to `pending_consent`. It closes an attorney’s way to the records at once; the signed form stays on file. Needs the staff or admin role.',
    args: { input: t.arg({ type: RevokeConsentInput, required: true, description: 'Whose, and why.' }) },
    ...runs(revokeConsent),
  }),
)

const SigningLink = builder.objectRef<Link>('SigningLink').implement({
  description: 'The secret link of one patient, for staff to hand on where no mail is sent.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path on this site; whoever has it can sign.' }),
    email: t.exposeString('email', { description: 'Address the link is meant for.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When the request was sent.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link stops working.' }),
  }),
})

builder.mutationField('showSigningLink', (t) =>
  t.withAuth({ can: 'consent.seeLink' }).field({
    type: SigningLink,
    description:
      'Shows the open signing link of a patient. A mutation, because who saw it is recorded and it must never be cached.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Whose link.' }) },
    ...runs(showSigningLink),
  }),
)

const ConsentForm = builder.objectRef<Form>('ConsentForm').implement({
  description: 'A signed consent form.',
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'Name to save it under.' }),
    mimeType: t.exposeString('mimeType', {
      description: 'What kind of file it is: a PDF, or a scan of paper.',
    }),
    sha256: t.exposeString('sha256', {
      description: 'SHA-256 of the file, hex, as stored when it was signed.',
    }),
    contentBase64: t.string({
      nullable: true,
      description:
        'The file as base64, byte for byte as it was stored; `null` for a scan of paper, which is read at `content`.',
      resolve: ({ content }) => content && Buffer.from(content).toString('base64'),
    }),
    content: t.field({
      type: 'FileContent',
      description:
        'The address at which the file is read; where it is asked for in process, the file itself.',
      resolve: ({ patientId, requestId, sha256, fileSize, read }) => ({
        fileSize,
        tag: `"${sha256}"`,
        read,
        toJSON: () => consentFormPath(patientId, requestId),
      }),
    }),
  }),
})

builder.queryField('consentForm', (t) =>
  t.withAuth({ can: 'consent.view' }).field({
    type: ConsentForm,
    description:
      'A signed form of a patient, the newest unless a request is named; `not_found` when none is on file, `conflict` while a scan of paper waits for the virus scanner, is infected or was changed where it is kept. Downloading is recorded.',
    // A sealed form is read as a whole and a scan is read through, so that one request may ask for two and no more.
    complexity: 3000,
    args: {
      patientId: t.arg.id({ required: true, description: 'Key of the patient.' }),
      requestId: t.arg.id({ description: 'Key of the request whose form it is.' }),
    },
    resolve: (_root, args, context) => downloadConsentForm(context, args),
  }),
)
