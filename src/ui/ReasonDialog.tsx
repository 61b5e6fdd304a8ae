import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { charactersIn } from './charactersIn.ts'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'
import { Form, type FormMemory } from './Form.tsx'
import type { FormErrors } from './formErrors.ts'
import { TextArea } from './TextArea.tsx'

type ReasonDialogProps = {
  title: string
  /** What will happen and what stays. */
  description: ReactNode
  /** The field's name in messages. */
  name?: string
  label?: string
  isRequired?: boolean
  /** The maximum length of the reason. */
  max: number
  /** The labels of the confirming and the cancelling button. */
  verb: string
  cancelLabel?: string
  /** The look of the confirming button; critical by default. */
  variant?: 'critical' | 'primary'
  errors: FormErrors
  isPending: boolean
  memory?: FormMemory | undefined
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of an action, which is recorded. */
export function ReasonDialog({ name = 'reason', label = 'Reason', max, verb, ...props }: ReasonDialogProps) {
  const { title, description, isRequired = false, cancelLabel = 'Cancel', errors, isPending, memory } = props
  const { variant = 'critical' } = props
  const { onSend, onClose } = props
  const [reason, setReason] = useState('')
  return (
    <Dialog title={title} description={description} onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} memory={memory} onSubmit={() => onSend(reason)}>
        <DialogBody>
          <TextArea
            name={name}
            label={label}
            isRequired={isRequired}
            autoFocus
            value={reason}
            onChange={setReason}
            counter={`${charactersIn(reason)}/${max}`}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button type="submit" variant={variant} isPending={isPending}>
            {verb}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
