import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { REVOKE_REASON, revokeConsentInput } from '#domain/consent/inputs.ts'
import { revocationEffects } from '#domain/consent/revocation.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const RevokeConsent = graphql(`
  mutation RevokeConsentDialog($input: RevokeConsentInput!) {
    revokeConsent(input: $input) { id status statusSince consentRevokedAt recordsClosed consentSentVia }
  }
`)

/** Records that a patient revoked consent. */
export function RevokeConsentDialog({ patient, onClose }: PatientDialogProps) {
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
    <ReasonDialog
      title="Revoke Consent"
      description={revocationEffects(fullName(patient), patient.status)}
      isRequired
      max={REVOKE_REASON.max}
      verb="Revoke Consent"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId: patient.id, reason })}
      onClose={onClose}
    />
  )
}
