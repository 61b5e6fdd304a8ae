import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { REVOKE_REASON, revokeConsentInput } from '#domain/consent/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { fullName } from './PatientRow.ts'
import type { PatientDialogProps } from './patientDialogs.tsx'

const RevokeConsent = graphql(`
  mutation RevokeConsentDialog($input: RevokeConsentInput!) {
    revokeConsent(input: $input) { id status statusSince consentRevokedAt recordsClosed consentSentVia }
  }
`)

/** Records that a patient took the consent back. */
export function RevokeConsentDialog({ patient, onClose }: PatientDialogProps) {
  const [reason, setReason] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: RevokeConsent,
    input: revokeConsentInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to revoke consent',
    onDone() {
      toast.success('Success', 'Consent revoked successfully')
      onClose()
    },
  })
  return (
    <Dialog
      title="Revoke Consent"
      description={`${fullName(patient)} took the consent back and returns to Pending Consent. The assigned attorney loses access to the records at once. What was signed stays on file, and so do appointments.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={() => void submit({ patientId: patient.id, reason })}>
        <DialogBody>
          <TextArea
            name="reason"
            label="Reason"
            isRequired
            autoFocus
            value={reason}
            onChange={setReason}
            counter={`${reason.length}/${REVOKE_REASON.max}`}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="critical" isPending={isPending}>
            Revoke Consent
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
