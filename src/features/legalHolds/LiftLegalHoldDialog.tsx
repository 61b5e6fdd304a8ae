import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { HOLD_REASON, liftLegalHoldInput } from '#domain/legalHolds/inputs.ts'
import type { LegalHoldRowFragment } from '#generated/graphql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { liftLegalHold } from './legalHoldDocuments.ts'

type Props = { patientId: string; hold: LegalHoldRowFragment; onClose: () => void }

/** Asks for the reason before lifting a hold. */
export function LiftLegalHoldDialog({ patientId, hold, onClose }: Props) {
  const { submit, errors, isPending } = useSubmit({
    document: liftLegalHold,
    input: liftLegalHoldInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to lift the legal hold',
    onDone() {
      toast.success('Success', 'Legal hold lifted successfully')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Lift Legal Hold"
      description={`This ends the hold “${hold.reason}”. Unless another hold is active, records can be deleted again. Deleted records past their retention period are purged the next night.`}
      isRequired
      max={HOLD_REASON.max}
      verb="Lift Legal Hold"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId, legalHoldId: hold.id, reason })}
      onClose={onClose}
    />
  )
}
