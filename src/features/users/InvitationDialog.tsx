import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { userInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { InvitationLink } from './InvitationLink.tsx'
import type { UserDialogProps } from './userDocuments.ts'

const Resend = graphql(`
  mutation InvitationDialog($input: ResendInvitationInput!) {
    resendInvitation(input: $input) { link expiresAt user { ...UserRow } }
  }
`)

/** Invites a user without a password, with a new link. */
export function InvitationDialog({ user, onClose }: UserDialogProps) {
  const [made, setMade] = useState<{ link: string; expiresAt: string } | null>(null)
  const { submit, isPending } = useSubmit({
    document: Resend,
    input: userInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to send the invitation',
    showsSecret: true,
    onDone({ resendInvitation: { link, expiresAt } }) {
      if (link) return setMade({ link, expiresAt })
      toast.success('Success', 'Invitation sent')
      onClose()
    },
  })
  if (made) return <InvitationLink {...made} onClose={onClose} />
  return (
    <Dialog
      title="Send Invitation"
      description={`${fullName(user)} gets a link to set a password. It works once, for 24 hours. An earlier link stops working.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form onSubmit={() => void submit({ userId: user.id })}>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Send Invitation
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
