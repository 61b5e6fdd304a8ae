import { consentProofPath } from '#domain/access/screens.ts'
import { downloadAuthorityProof, type ProofFile } from '#operations/consent/downloadAuthorityProof.ts'
import { acceptSignedForm, rejectSignedForm } from '#operations/consent/reviewSignedForm.ts'
import { uploadAuthorityProof } from '#operations/consent/uploadAuthorityProof.ts'
import { builder } from '../builder.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

const words = {
  patientId: 'ID of the patient.',
  requestId: 'ID of the consent request that was signed.',
}

const AcceptSignedFormInput = builder.inputType('AcceptSignedFormInput', {
  description: 'A signed form that waits for a review.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    requestId: t.id({ required: true, description: words.requestId }),
  }),
})

builder.mutationField('acceptSignedForm', (t) =>
  t.withAuth({ can: 'consent.review' }).field({
    type: Patient,
    description:
      'Accepts a signed form that waits for a review, which then opens the records to the recipients it names. `conflict` if it does not wait, or expired while it waited. Needs the staff or admin role; not for API keys.',
    args: { input: t.arg({ type: AcceptSignedFormInput, required: true, description: 'The form.' }) },
    ...runs(acceptSignedForm),
  }),
)

const RejectSignedFormInput = builder.inputType('RejectSignedFormInput', {
  description: 'A signed form that waits for a review, and why it does not count.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: words.patientId }),
    requestId: t.id({ required: true, description: words.requestId }),
    reason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

builder.mutationField('rejectSignedForm', (t) =>
  t.withAuth({ can: 'consent.review' }).field({
    type: Patient,
    description:
      'Rejects a signed form that waits for a review. It does not count, and a patient whom it moved to `consent_signed` returns to `pending_consent`. `conflict` if it does not wait. Needs the staff or admin role; not for API keys.',
    args: {
      input: t.arg({ type: RejectSignedFormInput, required: true, description: 'The form and the reason.' }),
    },
    ...runs(rejectSignedForm),
  }),
)

const AuthorityProofFile = builder.objectRef<ProofFile>('AuthorityProofFile').implement({
  description: 'The proof of authority that a personal representative uploaded.',
  fields: (t) => ({
    fileName: t.string({
      description: 'File name to save it under.',
      resolve: ({ record }) => record.fileName,
    }),
    mimeType: t.string({ description: 'Media type.', resolve: ({ record }) => record.mimeType }),
    content: t.field({
      type: 'FileContent',
      description: 'URL of the file; for a call in process, the file itself.',
      resolve: ({ patientId, requestId, record: { fileSize, sha256, keptSha256 }, read }) => ({
        fileSize,
        tag: `"${keptSha256 ?? sha256}"`,
        read,
        toJSON: () => consentProofPath(patientId, requestId),
      }),
    }),
  }),
})

builder.queryField('authorityProof', (t) =>
  t.withAuth({ can: 'consent.review' }).field({
    type: AuthorityProofFile,
    description:
      'The proof of authority for one consent request; `not_found` if there is none. `conflict` while it waits for the malware scan or is infected. Downloads are recorded. Needs the staff or admin role; not for API keys.',
    complexity: 3000,
    args: {
      patientId: t.arg.id({ required: true, description: words.patientId }),
      requestId: t.arg.id({ required: true, description: words.requestId }),
    },
    resolve: (_root, args, context) => downloadAuthorityProof(context, args),
  }),
)

const UploadAuthorityProofInput = builder.inputType('UploadAuthorityProofInput', {
  description: 'The proof of a representative’s authority, sent before the signature.',
  fields: (t) => ({
    secret: t.string({ required: true, description: 'The secret of the link.' }),
    pass: t.string({
      description: 'The pass that `confirmIdentity` returned, if the request has an identity check.',
    }),
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'A PDF, JPG or PNG, identified by its content. The signing page sends it as a form.',
    }),
  }),
})

builder.mutationField('uploadAuthorityProof', (t) =>
  t.field({
    type: 'Boolean',
    authScopes: { anyone: true },
    description:
      'Stores the proof of authority of a personal representative. Once per request; only the clinic can open it.',
    args: { input: t.arg({ type: UploadAuthorityProofInput, required: true, description: 'The proof.' }) },
    ...runs(uploadAuthorityProof),
  }),
)
