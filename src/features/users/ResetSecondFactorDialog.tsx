import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { RESET_REASON_MAX, resetSecondFactorInput } from '#domain/factors/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'
import type { UserDialogProps } from './userDocuments.ts'

const ResetSecondFactor = graphql(`
  mutation ResetSecondFactorDialog($input: ResetSecondFactorInput!) {
    resetSecondFactor(input: $input) { id hasSecondFactor secondFactorDueAt }
  }
`)

/** Removes the second factor of a user who has lost the phone and the recovery codes. */
export function ResetSecondFactorDialog({ user, onClose }: UserDialogProps) {
  const { submit, errors, isPending } = useSubmit({
    document: ResetSecondFactor,
    input: resetSecondFactorInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to reset the second factor',
    onDone() {
      toast.success('Success', 'Second factor reset successfully')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Reset Second Factor"
      description={`Make sure that ${fullName(user)} is asking. The authenticator app and the recovery codes stop working, and all sessions end. The user and all administrators are notified.`}
      isRequired
      max={RESET_REASON_MAX}
      verb="Reset Second Factor"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ userId: user.id, reason })}
      onClose={onClose}
    />
  )
}
