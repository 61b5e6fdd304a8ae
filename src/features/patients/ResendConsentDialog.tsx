import { useSubmit } from '#client/useSubmit.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogFoot } from '#ui/Dialog.tsx'
import { fullName, type OpenedProps } from './PatientRow.ts'

import { toastSentConsent } from './toastSentConsent.ts'

const Resend = graphql(`
  mutation ResendConsentDialog($input: PatientIdInput!) { resendConsent(input: $input) { ...SentConsent } }
`)

/** Asks a patient again who has not signed. The earlier link stops working. */
export function ResendConsentDialog({ patient, onClose, onLink }: OpenedProps) {
  const { submit, isPending } = useSubmit({
    document: Resend,
    input: patientIdInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to send consent form',
    onDone({ resendConsent }) {
      onClose()
      toastSentConsent(resendConsent, onLink)
    },
  })
  return (
    <Dialog
      title="Resend Consent"
      description={`${fullName(patient)} will receive a new signing link. The previous link stops working immediately.`}
      onClose={onClose}
      isPending={isPending}
    >
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isPending={isPending}
          onClick={() => void submit({ patientId: patient.id })}
        >
          Resend Consent
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
