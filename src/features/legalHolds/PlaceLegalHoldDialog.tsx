import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { HOLD_REASON, placeLegalHoldInput } from '#domain/legalHolds/inputs.ts'
import type { HeldChartFragment } from '#generated/graphql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { placeLegalHold } from './legalHoldDocuments.ts'

/** Asks for the reason before placing a hold. */
export function PlaceLegalHoldDialog({
  patient,
  onClose,
}: {
  patient: HeldChartFragment
  onClose: () => void
}) {
  const { submit, errors, isPending } = useSubmit({
    document: placeLegalHold,
    input: placeLegalHoldInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to place the legal hold',
    onDone() {
      toast.success('Success', 'Legal hold placed successfully')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Place Legal Hold"
      description={`Records of ${fullName(patient)} can no longer be deleted, and deleted records are not purged. Staff see that there is a hold. Only administrators see the matter.`}
      label="Matter"
      isRequired
      max={HOLD_REASON.max}
      verb="Place Legal Hold"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId: patient.id, reason })}
      onClose={onClose}
    />
  )
}
