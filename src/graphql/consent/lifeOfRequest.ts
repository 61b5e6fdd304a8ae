import { resendConsent } from '#operations/consent/resendConsent.ts'
import { builder } from '../builder.ts'
import { PatientIdInput } from '../patients/inputs.ts'
import { Patient } from '../patients/Patient.ts'
import { runs } from '../runs.ts'

builder.mutationField('resendConsent', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: Patient,
    description:
      'Asks a patient again who has not signed: the old link dies, and a new request takes its place. At `consent_sent` without a request one is made; `conflict` where there is nothing to send again.',
    args: { input: t.arg({ type: PatientIdInput, required: true, description: 'Whom to ask again.' }) },
    ...runs(resendConsent),
  }),
)
