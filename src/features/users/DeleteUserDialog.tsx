import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { deleteUserInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { ColleagueField } from './ColleagueField.tsx'
import type { UserDialogProps } from './userDocuments.ts'

const DeleteUser = graphql(`
  mutation DeleteUserDialog($input: DeleteUserInput!) { deleteUser(input: $input) { id } }
`)

/** Deletes an account after explaining who takes over the user's work. */
export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  const { viewer } = useFrame()
  const [successorId, setSuccessor] = useState(viewer.id)
  const { submit, errors, isPending } = useSubmit({
    document: DeleteUser,
    input: deleteUserInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to delete user',
    onDone() {
      toast.success('Success', 'User deleted successfully')
      onClose()
    },
  })
  const question = `Are you sure you want to delete ${fullName(user)}? This action cannot be undone and will permanently remove the user and all associated data.`

  return (
    <Dialog
      title="Delete User"
      description={question}
      role="alertdialog"
      onClose={onClose}
      isPending={isPending}
    >
      <Form onSubmit={() => void submit({ userId: user.id, successorId })}>
        <DialogBody>
          <p>Patient data is kept: patients, open tasks and future appointments are reassigned.</p>
          <ColleagueField
            label="Reassign To"
            value={successorId}
            onChange={setSuccessor}
            error={errors.successorId}
            exceptId={user.id}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="critical" isPending={isPending}>
            Delete User
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
