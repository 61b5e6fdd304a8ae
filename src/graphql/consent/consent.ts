import { consentCertificatePath, consentFormPath, sealedScanPath } from '#domain/access/screens.ts'
import { consentFormParts, type ConsentFormPart as Part } from '#domain/consent/inputs.ts'
import { downloadConsentForm, type ConsentForm as Form } from '#operations/consent/downloadConsentForm.ts'
import { revokeConsent } from '#operations/consent/revokeConsent.ts'
import { type SigningLink as Link, showSigningLink } from '#operations/consent/showSigningLink.ts'
import { voidConsentRequest } from '#operations/consent/voidConsentRequest.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

const VoidConsentRequestInput = builder.inputType('VoidConsentRequestInput', {
  description: 'The patient whose open consent request to void.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    reason: t.string({ description: 'The reason, at most 1000 characters.' }),
  }),
})

builder.mutationField('voidConsentRequest', (t) =>
  t.withAuth({ can: 'consent.void' }).field({
    type: Patient,
    description:
      'Voids an open consent request and its link. A patient at `consent_sent` returns to `pending_consent`; `conflict` if there is nothing to void. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: VoidConsentRequestInput,
        required: true,
        description: 'The patient and the reason.',
      }),
    },
    ...runs(voidConsentRequest),
  }),
)

const RevokeConsentInput = builder.inputType('RevokeConsentInput', {
  description: 'The patient who revoked consent, and the reason.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    reason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

builder.mutationField('revokeConsent', (t) =>
  t.withAuth({ can: 'consent.revoke' }).field({
    type: Patient,
    description:
      "Records that a patient revoked consent, which returns them from `consent_signed` or `schedulable` to `pending_consent`. The attorney's access to the records ends at once; the signed form stays on file. Needs the staff or admin role.",
    args: {
      input: t.arg({ type: RevokeConsentInput, required: true, description: 'The patient and the reason.' }),
    },
    ...runs(revokeConsent),
  }),
)

const SigningLink = builder.objectRef<Link>('SigningLink').implement({
  description: "A patient's secret signing link, for staff to share when mail is off.",
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path on this site; anyone who has it can sign.' }),
    email: t.exposeString('email', { description: 'The address of the patient.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When the request was sent.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
  }),
})

builder.mutationField('showSigningLink', (t) =>
  t.withAuth({ can: 'consent.seeLink' }).field({
    type: SigningLink,
    description:
      "Shows a patient's open signing link. It is a mutation because each view is recorded and the link must never be cached.",
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(showSigningLink),
  }),
)

const ConsentFormPart = builder.enumType('ConsentFormPart', {
  description: 'A file of a signed form.',
  values: enumValues(consentFormParts, {
    form: 'The form itself',
    certificate: 'The certificate of completion that the signing provider issued with it',
    sealed_scan:
      'A PDF with the seal of the clinic and the scan of a form on paper attached. It shows when the scan was filed, and any later change',
  }),
})

const pathOf: Record<Part, (patientId: string, requestId: string) => string> = {
  form: consentFormPath,
  certificate: consentCertificatePath,
  sealed_scan: sealedScanPath,
}

const ConsentForm = builder.objectRef<Form>('ConsentForm').implement({
  description: 'A signed consent form, or another file of one.',
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'File name to save it under.' }),
    mimeType: t.exposeString('mimeType', {
      description: 'Media type: a PDF, or that of a paper scan.',
    }),
    sha256: t.exposeString('sha256', {
      description: 'SHA-256 of the file, hex; that of a form as stored when it was signed.',
    }),
    contentBase64: t.string({
      nullable: true,
      description:
        'The file in base64, exactly as stored; `null` for a paper scan and a sealed scan, which are available at `content`.',
      resolve: ({ content }) => content && Buffer.from(content).toString('base64'),
    }),
    content: t.field({
      type: 'FileContent',
      description: 'URL of the file; for a call in process, the file itself.',
      resolve: ({ patientId, requestId, part, sha256, fileSize, read }) => ({
        fileSize,
        tag: `"${sha256}"`,
        read,
        toJSON: () => pathOf[part](patientId, requestId),
      }),
    }),
  }),
})

builder.queryField('consentForm', (t) =>
  t.withAuth({ can: 'consent.view' }).field({
    type: ConsentForm,
    description:
      'A signed form of a patient, by default the newest; `not_found` if there is none. `conflict` while a paper scan waits for the malware scan, is infected or was changed on disk. Downloads are recorded.',
    // A sealed form is loaded into memory and a scan is read completely, so a request may ask for two at most.
    complexity: 3000,
    args: {
      patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
      requestId: t.arg.id({ description: 'ID of the request whose form to return.' }),
      part: t.arg({
        type: ConsentFormPart,
        description:
          'Which file, by default the form. Only a provider outside issues a certificate: a form that was signed here contains its own. Only a form on paper has a sealed scan.',
      }),
    },
    resolve: (_root, args, context) => downloadConsentForm(context, args),
  }),
)
