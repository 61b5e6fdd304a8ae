import { useState } from 'react'
import { useChangedFields } from '#client/changedFields.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { editUserInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { IdentifierList } from '../identifiers/IdentifierFacts.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { AccountFields, type AccountForm, accountOf, FirmField, RoleField } from './AccountFields.tsx'
import type { UserDialogProps } from './userDocuments.ts'

const EditUser = graphql(`
  mutation EditUserDialog($input: EditUserInput!) { editUser(input: $input) { ...UserRow } }
`)

/** Changes a user's name, email address or role. */
export function EditUserDialog({ user, onClose }: UserDialogProps) {
  const [role, setRole] = useState(user.role)
  const changed = useChangedFields<AccountForm & Pick<typeof user, 'role'>>(user)
  const memory = useDraft('edit_user', user.id)
  const { submit, errors, isPending } = useSubmit({
    document: EditUser,
    input: editUserInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update user',
    onDone() {
      toast.success('Success', 'User updated successfully')
      onClose()
    },
  })

  function save(form: HTMLFormElement): void {
    const changes = changed({ ...accountOf(form), role })
    if (changes) void submit({ ...changes, userId: user.id })
    else onClose()
  }

  return (
    <Dialog title="Edit User" description={fullName(user)} onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} memory={memory} onSubmit={(event) => save(event.currentTarget)}>
        <DialogBody>
          <AccountFields values={user} />
          <RoleField
            role={role}
            onChange={setRole}
            description={
              role === user.role ? undefined : 'Changing the role signs the user out everywhere immediately.'
            }
          />
          <FirmField role={role} firm={user.firm} />
          <IdentifierList identifiers={user.identifiers} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Save Changes
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
