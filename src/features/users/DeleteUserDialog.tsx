import { useId, useState } from 'react'
import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { deleteUserInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { error as errorClass, field, label } from '#ui/Field.css.ts'
import { Form } from '#ui/Form.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { fullName } from '../patients/PatientRow.ts'
import type { UserDialogProps } from './useUserActions.tsx'

const DeleteUser = graphql(`
  mutation DeleteUserDialog($input: DeleteUserInput!) { deleteUser(input: $input) { id } }
`)

const successors = graphql(`
  query DeleteUserDialog_Successors { assignableUsers { id firstName lastName } }
`)

/** Deletes an account, after saying what becomes of what the user had. */
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
          <SuccessorField
            userId={user.id}
            value={successorId}
            onChange={setSuccessor}
            error={errors.successorId}
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

type SuccessorProps = {
  userId: string
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** The browser's own select: a large clinic's whole staff is found in it by typing a name. */
function SuccessorField({ userId, value, onChange, error }: SuccessorProps) {
  const { viewer } = useFrame()
  const id = useId()
  const [{ data }] = useQuery({ query: successors, requestPolicy: 'cache-and-network' })
  const others = (data?.assignableUsers ?? []).filter((one) => one.id !== userId && one.id !== viewer.id)
  return (
    <div className={field}>
      <label className={label} htmlFor={id}>
        Reassign to
      </label>
      <NativeSelect
        id={id}
        label="Reassign to"
        value={value}
        options={[
          { id: viewer.id, label: `${fullName(viewer)} (You)` },
          ...others.map((one) => ({ id: one.id, label: fullName(one) })),
        ]}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <span className={errorClass}>{error}</span>}
    </div>
  )
}
