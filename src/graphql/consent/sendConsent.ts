import { sendConsent } from '#operations/consent/sendConsent.ts'
import { builder } from '../builder.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { IdentityCheck } from './IdentityCheck.ts'

const SendConsentInput = builder.inputType('SendConsentInput', {
  description: 'Whom to ask for a signature, and by which form.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    templateId: t.id({ description: 'Key of the consent template; the default one when left out.' }),
    identityCheck: t.field({
      type: IdentityCheck,
      description: 'What the link asks for first; what the clinic has set when left out.',
    }),
  }),
})

builder.mutationField('sendConsent', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: Patient,
    description:
      'Has the patient asked to sign. Only from `pending_consent`, and one request at a time; `provider` when the signing provider failed, and then nothing has changed. The text is pinned: what a template says later changes no request.',
    args: { input: t.arg({ type: SendConsentInput, required: true, description: 'Whom, and with what.' }) },
    ...runs(sendConsent),
  }),
)
