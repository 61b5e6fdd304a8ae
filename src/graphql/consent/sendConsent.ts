import { requestAuthorization } from '#operations/consent/requestAuthorization.ts'
import { resendConsent } from '#operations/consent/resendConsent.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { builder } from '../builder.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'
import { IdentityCheck } from './IdentityCheck.ts'
import { RecipientInput } from './Recipient.ts'
import { AuthorizationScopeInput } from './Scope.ts'

const SendConsentInput = builder.inputType('SendConsentInput', {
  description: 'The patient to ask for a signature, and the form.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    templateId: t.id({ description: 'ID of the consent template; by default the default template.' }),
    recipients: t.field({
      type: [RecipientInput],
      description:
        "Who may receive the records, 1 to 10; by default the assigned attorney, else the clinic's default recipient.",
    }),
    scope: t.field({
      type: AuthorizationScopeInput,
      description: 'Which records the form covers; by default all records.',
    }),
    purpose: t.string({
      description: "Purpose of the disclosure, at most 200 characters; by default the patient's request.",
    }),
    identityCheck: t.field({
      type: IdentityCheck,
      description:
        "Identity check of the link; by default the clinic's setting; a weaker one is raised to it.",
    }),
    copyToRecipients: t.boolean({
      description:
        'Whether the recipients get a copy when the form is signed and counts; by default no. Those who are users and can see the chart get an alert, also by e-mail. Others with an e-mail address, of the account or as `email`, get a link, which works for 30 days while the form is in force and asks for the patient’s date of birth; `invalid` if an `email` is given and no date is on file, or e-mail is not set up.',
    }),
  }),
})

builder.mutationField('sendConsent', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: Patient,
    description:
      'Asks the patient to sign. Only from `pending_consent`, and one request at a time. If the signing provider fails, it throws `provider` and changes nothing. The text is fixed: later changes of a template do not affect it.',
    args: {
      input: t.arg({ type: SendConsentInput, required: true, description: 'The patient and the choices.' }),
    },
    ...runs(sendConsent),
  }),
)

builder.mutationField('requestAuthorization', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: Patient,
    description:
      'Asks the patient to sign a new form at any status but `dropped`, without changing the status. Only one request can be open. Otherwise like `sendConsent`.',
    args: {
      input: t.arg({ type: SendConsentInput, required: true, description: 'The patient and the choices.' }),
    },
    ...runs(requestAuthorization),
  }),
)

builder.mutationField('resendConsent', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: Patient,
    description:
      'Asks a patient again who has not signed: a new request replaces the old one, whose link stops working. At `consent_sent` without a request, one is created; `conflict` at other statuses.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(resendConsent),
  }),
)
