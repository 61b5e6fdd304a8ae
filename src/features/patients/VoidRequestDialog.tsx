import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { REVOKE_REASON, voidConsentRequestInput } from '#domain/consent/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const VoidRequest = graphql(`
  mutation VoidRequestDialog($input: VoidConsentRequestInput!) {
    voidConsentRequest(input: $input) { id status statusSince consentSentVia consentRetryAt }
  }
`)

/** Voids an open consent request before the patient has signed. */
export function VoidRequestDialog({ patient, onClose }: PatientDialogProps) {
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
    <ReasonDialog
      title="Void Consent Request"
      description={
        patient.consentRetryAt
          ? `The form will not be sent to ${fullName(patient)} again. If it was already delivered, it is voided.`
          : `The signing link for ${fullName(patient)} stops working.${isSent ? ' The patient returns to Pending Consent, and you can send a new request.' : ''}`
      }
      label="Reason (Optional)"
      max={REVOKE_REASON.max}
      verb="Void Request"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId: patient.id, reason })}
      onClose={onClose}
    />
  )
}
