import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { REVOKE_REASON, voidConsentRequestInput } from '#domain/consent/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { fullName } from './PatientRow.ts'
import type { PatientDialogProps } from './patientDialogs.tsx'

const VoidRequest = graphql(`
  mutation VoidRequestDialog($input: VoidConsentRequestInput!) {
    voidConsentRequest(input: $input) { id status statusSince consentSentVia }
  }
`)

/** Takes an open consent request back, before the patient has signed. */
export function VoidRequestDialog({ patient, onClose }: PatientDialogProps) {
  const [reason, setReason] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: VoidRequest,
    input: voidConsentRequestInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to void consent request',
    onDone() {
      toast.success('Success', 'Consent request voided successfully')
      onClose()
    },
  })
  const isSent = patient.status === 'consent_sent'
  return (
    <Dialog
      title="Void Consent Request"
      description={`The link that ${fullName(patient)} was given stops working.${isSent ? ' The patient returns to Pending Consent and can be asked again.' : ''}`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={() => void submit({ patientId: patient.id, reason })}>
        <DialogBody>
          <TextArea
            name="reason"
            label="Reason (optional)"
            autoFocus
            value={reason}
            onChange={setReason}
            counter={`${reason.length}/${REVOKE_REASON.max}`}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="critical" isPending={isPending}>
            Void Request
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
