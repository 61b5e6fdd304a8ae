import { resendConsent } from '#operations/consent/resendConsent.ts'
import { builder } from '../builder.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

builder.mutationField('resendConsent', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: Patient,
    description:
      'Asks a patient again who has not signed: a new request replaces the old one, whose link stops working. At `consent_sent` without a request, one is created; `conflict` at other statuses.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'The patient.' }) },
    ...runs(resendConsent),
  }),
)
