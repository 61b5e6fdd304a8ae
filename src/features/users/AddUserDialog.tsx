import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import type { Role } from '#domain/access/actor.ts'
import { inviteUserInput, newUserInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { AccountFields, accountOf, FirmField, RoleField } from './AccountFields.tsx'
import { InvitationLink } from './InvitationLink.tsx'

const CreateUser = graphql(`
  mutation AddUserDialog($input: CreateUserInput!) { createUser(input: $input) { ...UserRow } }
`)
const InviteUser = graphql(`
  mutation AddUserDialog_Invite($input: InviteUserInput!) {
    inviteUser(input: $input) { link expiresAt user { ...UserRow } }
  }
`)

/** Creates an account: with a password, or with an invitation to set one. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>('staff')
  const [mustChangePassword, setMustChange] = useState(true)
  const [isInvited, setInvited] = useState(false)
  const [made, setMade] = useState<{ link: string; expiresAt: string } | null>(null)
  const memory = useDraft('add_user')
  const common = { variables: <Input,>(input: Input) => ({ input }), fallback: 'Failed to create user' }
  const done = (message: string) => {
    toast.success('Success', message)
    onClose()
  }
  const creation = useSubmit({
    ...common,
    document: CreateUser,
    input: newUserInput,
    onDone: () => done('User created successfully'),
  })
  const invitation = useSubmit({
    ...common,
    document: InviteUser,
    input: inviteUserInput,
    showsSecret: true,
    onDone: ({ inviteUser: { link, expiresAt } }) =>
      link ? setMade({ link, expiresAt }) : done('Invitation sent'),
  })
  const { errors, isPending } = isInvited ? invitation : creation
  if (made) return <InvitationLink {...made} onClose={onClose} />

  function send(form: HTMLFormElement): void {
    const account = { ...accountOf(form), role }
    if (isInvited) return void invitation.submit(account)
    const password = String(new FormData(form).get('password') ?? '')
    void creation.submit({ ...account, password, isActive: true, mustChangePassword })
  }

  return (
    <Dialog title="Add New User" onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} memory={memory} onSubmit={(event) => send(event.currentTarget)}>
        <DialogBody>
          <AccountFields />
          <Checkbox name="isInvited" isSelected={isInvited} onChange={setInvited}>
            Send an invitation instead of setting a password
          </Checkbox>
          {!isInvited && (
            <TextField
              name="password"
              label="Password"
              type="password"
              isRequired
              placeholder="Minimum 8 characters"
              autoComplete="new-password"
            />
          )}
          <RoleField role={role} onChange={setRole} />
          <FirmField role={role} />
          {!isInvited && (
            <Checkbox name="mustChangePassword" isSelected={mustChangePassword} onChange={setMustChange}>
              Ask for a new password at first sign-in
            </Checkbox>
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Creating...">
            {isInvited ? 'Send Invitation' : 'Create User'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
