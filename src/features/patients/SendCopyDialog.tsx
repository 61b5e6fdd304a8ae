import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { sendRecipientCopyInput } from '#domain/consent/inputs.ts'
import { recipientInWords } from '#domain/consent/recipients.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { PlacedRecipient } from './RevokePartDialog.tsx'

const SendCopy = graphql(`
  mutation SendCopyDialog($input: SendRecipientCopyInput!) { sendRecipientCopy(input: $input) { id } }
`)

type Props = {
  patientId: string
  requestId: string
  /** The recipients without an account. */
  recipients: readonly PlacedRecipient[]
  onClose: () => void
}

/** E-mails a signed form to a recipient without an account. */
export function SendCopyDialog({ patientId, requestId, recipients, onClose }: Props) {
  const [first] = recipients
  const [position, setPosition] = useState(first?.position ?? 0)
  const [email, setEmail] = useState(first?.email ?? '')
  const { submit, errors, isPending } = useSubmit({
    document: SendCopy,
    input: sendRecipientCopyInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to send the copy',
    onDone() {
      toast.success('Success', `A link to the form goes to ${email.trim()}`)
      onClose()
    },
  })
  function choose(id: string): void {
    const chosen = recipients.find((one) => String(one.position) === id)
    setPosition(Number(id))
    setEmail(chosen?.email ?? '')
  }
  return (
    <Dialog
      title="Send Copy to a Recipient"
      description="The recipient gets a link by e-mail that asks for the patient’s date of birth. Earlier links of this recipient stop working."
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() => void submit({ patientId, requestId, recipient: position, email })}
      >
        <DialogBody>
          <SelectField
            name="recipient"
            label="Recipient"
            isRequired
            options={recipients.map((one) => ({ id: String(one.position), label: recipientInWords(one) }))}
            value={String(position)}
            onChange={choose}
          />
          <TextField
            name="email"
            label="E-mail"
            isRequired
            value={email}
            autoComplete="off"
            onChange={setEmail}
          />
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" icon="send" isPending={isPending}>
            Send Copy
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
