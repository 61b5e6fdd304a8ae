import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { resetPasswordInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { UsernameField } from '#ui/UsernameField.tsx'
import { fullName } from '../patients/PatientRow.ts'
import type { UserDialogProps } from './userDocuments.ts'

const ResetPassword = graphql(`
  mutation ResetPasswordDialog($input: ResetPasswordInput!) { resetPassword(input: $input) { id } }
`)

/** Sets a temporary password for one sign-in. */
export function ResetPasswordDialog({ user, onClose }: UserDialogProps) {
  const { submit, errors, isPending } = useSubmit({
    document: ResetPassword,
    input: resetPasswordInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to reset password',
    onDone() {
      toast.success('Success', 'Password reset successfully')
      onClose()
    },
  })

  return (
    <Dialog
      title="Reset Password"
      description={`${fullName(user)} is signed out everywhere and must choose a new password at the next sign-in.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={(event) => {
          const password = String(new FormData(event.currentTarget).get('password') ?? '')
          void submit({ userId: user.id, password })
        }}
      >
        <DialogBody>
          <UsernameField value={user.email} />
          <TextField
            name="password"
            label="Temporary Password"
            type="password"
            isRequired
            autoFocus
            placeholder="Minimum 8 characters"
            autoComplete="new-password"
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Reset Password
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
