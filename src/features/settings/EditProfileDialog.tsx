import { useChangedFields } from '#client/changedFields.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { editProfileInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { Me } from './settingsDocuments.ts'

const EditProfile = graphql(`
  mutation EditProfileDialog($input: EditProfileInput!) { editProfile(input: $input) { id firstName lastName } }
`)

/** Changes the user's own name. Only administrators can change the e-mail address. */
export function EditProfileDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { submit, errors, isPending } = useSubmit({
    document: EditProfile,
    input: editProfileInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update profile',
    onDone() {
      // The page frame shows the name too, and the server renders it.
      toast.carry({ title: 'Success', description: 'Profile updated successfully', tone: 'success' })
      location.reload()
    },
  })
  const changed = useChangedFields<{ firstName: string; lastName: string }>(me)

  function save(form: HTMLFormElement): void {
    const data = new FormData(form)
    const typed = (name: string) => String(data.get(name) ?? '')
    const changes = changed({ firstName: typed('firstName'), lastName: typed('lastName') })
    if (changes) void submit(changes)
    else onClose()
  }

  return (
    <Dialog title="Edit Profile" onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} onSubmit={(event) => save(event.currentTarget)}>
        <DialogBody>
          <FieldPair>
            <TextField
              name="firstName"
              label="First Name"
              defaultValue={me.firstName}
              isRequired
              autoFocus
              autoComplete="given-name"
            />
            <TextField
              name="lastName"
              label="Last Name"
              defaultValue={me.lastName}
              isRequired
              autoComplete="family-name"
            />
          </FieldPair>
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
