import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { REVOKE_REASON, revokePartInput } from '#domain/consent/inputs.ts'
import { recipientInWords } from '#domain/consent/recipients.ts'
import { recordCategoryLabels } from '#domain/records/categories.ts'
import { graphql } from '#generated/gql.ts'
import type { RecordCategory } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'

const RevokePart = graphql(`
  mutation RevokePartDialog($input: RevokePartOfConsentInput!) {
    revokePartOfConsent(input: $input) { id authorizedRecipients { userId name firm address } authorizedCategories }
  }
`)

/** A recipient of a form, with the position on it. */
export type PlacedRecipient = {
  position: number
  name?: string | null
  firm?: string | null
  address?: string | null
  email?: string | null
}

type Props = {
  patientId: string
  requestId: string
  recipients: readonly PlacedRecipient[]
  categories: readonly RecordCategory[]
  onClose: () => void
}

/** Records that a patient revoked a signed form for one recipient or one category of records. */
export function RevokePartDialog({ patientId, requestId, recipients, categories, onClose }: Props) {
  const [part, setPart] = useState('')
  const [reason, setReason] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: RevokePart,
    input: revokePartInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to revoke this part',
    onDone() {
      toast.success('Success', 'Part of the consent revoked successfully')
      onClose()
    },
  })
  const options = [
    ...recipients.map((recipient) => ({
      id: `${RECIPIENT}${recipient.position}`,
      label: `Recipient: ${recipientInWords(recipient)}`,
    })),
    ...categories.map((id) => ({ id, label: `Category: ${recordCategoryLabels[id]}` })),
  ]
  return (
    <Dialog
      title="Revoke Part of Consent"
      description="The records of this part close at once, and links that were forwarded under the form stop showing them. Everything else stays open."
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() => void submit({ patientId, requestId, ...chosenPart(part), reason })}
      >
        <DialogBody>
          <SelectField
            name="part"
            label="Part to Revoke"
            isRequired
            options={options}
            value={part || null}
            placeholder="Choose a recipient or a category"
            onChange={setPart}
            description="Records without a category stay open, so give them their category first."
          />
          <TextArea
            name="reason"
            label="Reason"
            isRequired
            value={reason}
            onChange={setReason}
            counter={`${charactersIn(reason)}/${REVOKE_REASON.max}`}
          />
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="critical" isPending={isPending}>
            Revoke Part
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** Before the position of a recipient, in the value of an option. */
const RECIPIENT = 'recipient-'

function chosenPart(part: string): { recipient: number } | { category: RecordCategory } | object {
  if (part.startsWith(RECIPIENT)) return { recipient: Number(part.slice(RECIPIENT.length)) }
  return part ? { category: part as RecordCategory } : {}
}
