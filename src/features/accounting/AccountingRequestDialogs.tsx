import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { ANSWER_DAYS } from '#domain/accounting/accounting.ts'
import {
  ACCOUNTING_REASON,
  answerAccountingRequestInput,
  extendAccountingRequestInput,
  recordAccountingRequestInput,
} from '#domain/accounting/inputs.ts'
import { clinicDay } from '#domain/dates.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import type { FormErrors } from '#ui/formErrors.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import {
  answerAccountingRequest,
  extendAccountingRequest,
  type RequestStep,
  recordAccountingRequest,
} from './accountingDocuments.ts'

type Props = { patientId: string; onClose: () => void }

/** The dialog of one step of a request: it was received, needs more time, or was answered. */
export function AccountingRequestDialog({ step, ...props }: Props & { step: RequestStep }) {
  if (step.kind === 'record') return <RecordDialog {...props} />
  const { requestId } = step
  return step.kind === 'extend' ? (
    <ExtendDialog {...props} requestId={requestId} />
  ) : (
    <AnswerDialog {...props} requestId={requestId} />
  )
}

const done = (message: string, onClose: () => void) => () => {
  toast.success('Success', message)
  onClose()
}

function RecordDialog({ patientId, onClose }: Props) {
  const { submit, errors, isPending } = useSubmit({
    document: recordAccountingRequest,
    input: recordAccountingRequestInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to record the request',
    onDone: done('Request recorded successfully', onClose),
  })
  return (
    <DayDialog
      title="Record Request"
      description={`The patient asked for an accounting of disclosures. It must be answered within ${ANSWER_DAYS.usual} days of receiving the request.`}
      name="receivedOn"
      label="Received On"
      verb="Record Request"
      {...{ errors, isPending, onClose }}
      onSend={(receivedOn) => void submit({ patientId, receivedOn })}
    />
  )
}

function AnswerDialog({ patientId, requestId, onClose }: Props & { requestId: string }) {
  const { submit, errors, isPending } = useSubmit({
    document: answerAccountingRequest,
    input: answerAccountingRequestInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to record the answer',
    onDone: done('Answer recorded successfully', onClose),
  })
  return (
    <DayDialog
      title="Record Answer"
      description="The patient received the statement."
      name="answeredOn"
      label="Answered On"
      verb="Record Answer"
      {...{ errors, isPending, onClose }}
      onSend={(answeredOn) => void submit({ patientId, accountingRequestId: requestId, answeredOn })}
    />
  )
}

function ExtendDialog({ patientId, requestId, onClose }: Props & { requestId: string }) {
  const { submit, errors, isPending } = useSubmit({
    document: extendAccountingRequest,
    input: extendAccountingRequestInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to extend the time',
    onDone: done('Time extended successfully', onClose),
  })
  return (
    <ReasonDialog
      title="Extend Time"
      description={`The time for the answer is extended by ${ANSWER_DAYS.extension} days. This is possible once. Tell the patient the reason and the new date in writing.`}
      isRequired
      max={ACCOUNTING_REASON.max}
      verb="Extend Time"
      variant="primary"
      {...{ errors, isPending, onClose }}
      onSend={(reason) => void submit({ patientId, accountingRequestId: requestId, reason })}
    />
  )
}

type DayDialogProps = {
  title: string
  description: string
  name: string
  label: string
  verb: string
  errors: FormErrors
  isPending: boolean
  onSend: (day: string) => void
  onClose: () => void
}

function DayDialog({
  title,
  description,
  name,
  label,
  verb,
  errors,
  isPending,
  onSend,
  onClose,
}: DayDialogProps) {
  const { now, timeZone } = useFrame()
  const today = clinicDay(now, timeZone)
  const [day, setDay] = useState(today)
  return (
    <Dialog title={title} description={description} onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} onSubmit={() => onSend(day)}>
        <DialogBody>
          <DateField name={name} label={label} isRequired value={day} onChange={setDay} max={today} />
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            {verb}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
