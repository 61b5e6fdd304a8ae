import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { userInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'
import type { UserDialogProps } from './userDocuments.ts'

const DisconnectSignOn = graphql(`
  mutation DisconnectSignOnDialog($input: DisconnectSignOnInput!) {
    disconnectSignOn(input: $input) { id hasSignOn secondFactorDueAt }
  }
`)

/** Asks before disconnecting a user's accounts at providers of single sign-on. */
export function DisconnectSignOnDialog({ user, onClose }: UserDialogProps) {
  const { submit, isPending } = useSubmit({
    document: DisconnectSignOn,
    input: userInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to disconnect single sign-on',
    onDone() {
      toast.success('Success', 'Single sign-on disconnected successfully')
      onClose()
    },
  })
  const next = user.hasPassword
    ? 'They can sign in with their password and connect an account again under Settings.'
    : 'This user has no password, so send an invitation afterwards.'
  return (
    <ConfirmDialog
      title="Disconnect Single Sign-On"
      description={`${fullName(user)} can no longer sign in through single sign-on, and all sessions end. ${next} The user and all administrators are notified.`}
      verb="Disconnect"
      isPending={isPending}
      onConfirm={() => void submit({ userId: user.id })}
      onClose={onClose}
    />
  )
}
