import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import type { Role } from '#domain/access/actor.ts'
import { newUserInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { AccountFields, accountOf, FirmField, RoleField } from './AccountFields.tsx'

const CreateUser = graphql(`
  mutation AddUserDialog($input: CreateUserInput!) { createUser(input: $input) { ...UserRow } }
`)

/** Creates an account. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>('staff')
  const [mustChangePassword, setMustChange] = useState(true)
  const memory = useDraft('add_user')
  const { submit, errors, isPending } = useSubmit({
    document: CreateUser,
    input: newUserInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to create user',
    onDone() {
      toast.success('Success', 'User created successfully')
      onClose()
    },
  })

  return (
    <Dialog title="Add New User" onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={(event) => {
          const password = String(new FormData(event.currentTarget).get('password') ?? '')
          void submit({
            ...accountOf(event.currentTarget),
            password,
            role,
            isActive: true,
            mustChangePassword,
          })
        }}
      >
        <DialogBody>
          <AccountFields />
          <TextField
            name="password"
            label="Password"
            type="password"
            isRequired
            placeholder="Minimum 8 characters"
            autoComplete="new-password"
          />
          <RoleField role={role} onChange={setRole} />
          <FirmField role={role} />
          <Checkbox name="mustChangePassword" isSelected={mustChangePassword} onChange={setMustChange}>
            Ask for a new password at first sign-in
          </Checkbox>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Creating...">
            Create User
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
