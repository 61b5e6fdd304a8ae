import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { forwardingIdInput } from '#domain/records/forwardingInputs.ts'
import type { ForwardingRowFragment } from '#generated/graphql.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { withdrawForwarding } from './forwardingDocuments.ts'

type Props = { patientId: string; forwarding: ForwardingRowFragment; onClose: () => void }

/** Asks before withdrawing a link to forwarded records. */
export function WithdrawForwardingDialog({ patientId, forwarding, onClose }: Props) {
  const { submit, isPending } = useSubmit({
    document: withdrawForwarding,
    input: forwardingIdInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to withdraw the link',
    onDone() {
      toast.success('Success', 'Link withdrawn successfully')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Withdraw Link"
      description={`${fullName(forwarding.recipient)} can no longer open the link. Files already downloaded cannot be recalled, and they stay in the accounting of disclosures.`}
      verb="Withdraw Link"
      isPending={isPending}
      onConfirm={() => void submit({ patientId, forwardingId: forwarding.id })}
      onClose={onClose}
    />
  )
}
