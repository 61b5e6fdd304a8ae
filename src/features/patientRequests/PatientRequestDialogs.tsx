import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { clinicDay, type Day } from '#domain/dates.ts'
import {
  answerPatientRequestInput,
  EXTENSION_REASON,
  extendPatientRequestInput,
  REQUEST_TEXT_MAX,
  recordPatientRequestInput,
} from '#domain/patientRequests/inputs.ts'
import {
  answerDays,
  canBeDenied,
  latestAnswer,
  type PatientRequestKind,
  patientRequestKinds,
  patientRequestLabels,
  type RequestOutcome,
  requestOutcomeLabels,
  requestOutcomes,
} from '#domain/patientRequests/patientRequest.ts'
import type { PatientRequestRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { answerPatientRequest, extendPatientRequest, recordPatientRequest } from './requestDocuments.ts'

type OneRequest = Pick<PatientRequestRowFragment, 'id' | 'kind' | 'details'>

/** What the user wants to do with the requests of a patient. */
export type RequestStep = { name: 'record' } | { name: 'extend' | 'answer'; request: OneRequest }

type Props = { patientId: string; onClose: () => void }
type StepProps = Props & { request: OneRequest }

/** The dialog of one step of a request: it was received, needs more time, or was answered. */
export function PatientRequestDialog({ step, ...props }: Props & { step: RequestStep }) {
  if (step.name === 'record') return <RecordDialog {...props} />
  const { request } = step
  return step.name === 'extend' ? (
    <ExtendDialog {...props} request={request} />
  ) : (
    <AnswerDialog {...props} request={request} />
  )
}

const done = (message: string, onClose: () => void) => () => {
  toast.success('Success', message)
  onClose()
}

const kinds = patientRequestKinds.map((id) => ({ id, label: patientRequestLabels[id] }))

/** What the law says about a request of each kind. */
const rules: Record<PatientRequestKind, string> = {
  access: `Patients have a right to see and get copies of their records within ${answerDays.access.usual} days (45 CFR 164.524). Your state may set a shorter time.`,
  amendment: `Patients can ask to correct their records. Answer within ${answerDays.amendment.usual} days (45 CFR 164.526).`,
  accounting: `Patients can ask who received their records. Answer with this statement within ${answerDays.accounting.usual} days (45 CFR 164.528).`,
}

function RecordDialog({ patientId, onClose }: Props) {
  const { now, timeZone } = useFrame()
  const today = clinicDay(now, timeZone)
  const [kind, setKind] = useState<PatientRequestKind>('access')
  const [details, setDetails] = useState('')
  const [receivedOn, setReceivedOn] = useState<string>(today)
  const [dueOn, setDueOn] = useState('')
  const latest = receivedOn && latestAnswer(kind, receivedOn as Day)
  const { submit, errors, isPending } = useSubmit({
    document: recordPatientRequest,
    input: recordPatientRequestInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to record the request',
    onDone: done('Request recorded successfully', onClose),
  })
  const needsDetails = kind !== 'accounting'
  return (
    <Dialog title="Record Request" description={rules[kind]} onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        onSubmit={() =>
          void submit({
            ...{ patientId, kind, receivedOn, dueOn: dueOn || latest },
            ...(needsDetails && { details }),
          })
        }
      >
        <DialogBody>
          <SelectField
            name="kind"
            label="Kind of Request"
            options={kinds}
            value={kind}
            onChange={(chosen) => setKind(chosen as PatientRequestKind)}
          />
          {needsDetails && (
            <TextArea
              name="details"
              label="Details"
              description={
                kind === 'access'
                  ? 'Which records, in which form, and where to send them'
                  : 'What is wrong, and what it should say'
              }
              isRequired
              rows={3}
              value={details}
              maxLength={REQUEST_TEXT_MAX}
              onChange={setDetails}
            />
          )}
          <FieldPair>
            <DateField
              name="receivedOn"
              label="Received On"
              isRequired
              value={receivedOn}
              onChange={setReceivedOn}
              max={today}
            />
            <DateField
              name="dueOn"
              label="Answer By"
              isRequired
              value={dueOn || latest}
              onChange={setDueOn}
              {...(receivedOn && { min: receivedOn, max: latest })}
            />
          </FieldPair>
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            Record Request
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** What the clinic has to do with each answer. */
function dutyOf(kind: PatientRequestKind, outcome: RequestOutcome): string {
  if (kind === 'accounting') return 'The patient received the statement.'
  if (outcome !== 'granted')
    return kind === 'access'
      ? 'Tell the patient in writing why, how to have the denial reviewed, and where to complain (45 CFR 164.524(d)).'
      : 'Tell the patient in writing why, that they may send a statement of disagreement, and where to complain (45 CFR 164.526(d)).'
  return kind === 'access'
    ? 'The patient received the records. For an attorney, forward them on the basis “Patient’s own request”.'
    : 'Tell the patient, and those who rely on the records and whom the patient names (45 CFR 164.526(c)).'
}

function AnswerDialog({ patientId, request, onClose }: StepProps) {
  const { now, timeZone } = useFrame()
  const today = clinicDay(now, timeZone)
  const [answeredOn, setAnsweredOn] = useState<string>(today)
  const [outcome, setOutcome] = useState<RequestOutcome>('granted')
  const [denialReason, setDenialReason] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: answerPatientRequest,
    input: answerPatientRequestInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to record the answer',
    onDone: done('Answer recorded successfully', onClose),
  })
  const isDenied = outcome !== 'granted'
  return (
    <Dialog
      title="Record Answer"
      description={`${request.details ?? patientRequestLabels[request.kind]}. ${dutyOf(request.kind, outcome)}`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() =>
          void submit({
            ...{ patientId, patientRequestId: request.id, answeredOn, outcome },
            ...(isDenied && { denialReason }),
          })
        }
      >
        <DialogBody>
          {canBeDenied(request.kind) && (
            <SelectField
              name="outcome"
              label="Answer"
              options={requestOutcomes.map((id) => ({ id, label: requestOutcomeLabels[id] }))}
              value={outcome}
              onChange={(chosen) => setOutcome(chosen as RequestOutcome)}
            />
          )}
          {isDenied && (
            <TextArea
              name="denialReason"
              label="Reason for the Denial"
              description={outcome === 'partly_denied' ? 'Also say which part was denied' : undefined}
              isRequired
              rows={3}
              value={denialReason}
              maxLength={REQUEST_TEXT_MAX}
              onChange={setDenialReason}
            />
          )}
          <DateField
            name="answeredOn"
            label="Answered On"
            isRequired
            value={answeredOn}
            onChange={setAnsweredOn}
            max={today}
          />
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            Record Answer
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function ExtendDialog({ patientId, request, onClose }: StepProps) {
  const { submit, errors, isPending } = useSubmit({
    document: extendPatientRequest,
    input: extendPatientRequestInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to extend the time',
    onDone: done('Time extended successfully', onClose),
  })
  return (
    <ReasonDialog
      title="Extend Time"
      description={`The time for the answer is extended by ${answerDays[request.kind].extension} days. This is possible once. Tell the patient the reason and the new date in writing.`}
      isRequired
      max={EXTENSION_REASON.max}
      verb="Extend Time"
      variant="primary"
      {...{ errors, isPending, onClose }}
      onSend={(reason) => void submit({ patientId, patientRequestId: request.id, reason })}
    />
  )
}
