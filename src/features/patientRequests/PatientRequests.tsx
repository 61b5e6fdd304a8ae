import { useState } from 'react'
import { showDay } from '#domain/dates.ts'
import {
  answerDays,
  patientRequestLabels,
  type RequestUrgency,
  requestOutcomeLabels,
  requestUrgency,
} from '#domain/patientRequests/patientRequest.ts'
import type { PatientRequestRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { Tone } from '#ui/theme.css.ts'
import { lineActions, notPrinted, remark } from '../accounting/Accounting.css.ts'
import type { RequestStep } from './PatientRequestDialogs.tsx'

const RequestDialog = lazy(() =>
  import('./PatientRequestDialogs.tsx').then((one) => one.PatientRequestDialog),
)

const tones: Record<RequestUrgency, { tone: Tone; label: string }> = {
  open: { tone: 'info', label: 'Open' },
  due_soon: { tone: 'caution', label: 'Due soon' },
  overdue: { tone: 'critical', label: 'Overdue' },
}

type Props = { patientId: string; requests: readonly PatientRequestRowFragment[]; today: string }

/** What the patient asked for and the clinic must answer in time. It is not printed. */
export function PatientRequests({ patientId, requests, today }: Props) {
  const [step, setStep] = useState<RequestStep>()
  return (
    <div className={notPrinted}>
      <Card>
        <CardHead title="Requests by the Patient">
          <Button size="small" icon="plus" onClick={() => setStep({ name: 'record' })}>
            Record Request
          </Button>
        </CardHead>
        {requests.length > 0 ? (
          <List label="Requests by the Patient">
            {requests.map((request) => (
              <RequestLine key={request.id} {...{ request, today }} onStep={setStep} />
            ))}
          </List>
        ) : (
          <CardBody>
            <p className={remark}>
              No requests. When the patient asks for copies of records, for a correction, or for this
              statement, record it. Caseload reminds you of the day on which the answer is due.
            </p>
          </CardBody>
        )}
      </Card>
      {step && (
        <OnDemand>
          <RequestDialog step={step} patientId={patientId} onClose={() => setStep(undefined)} />
        </OnDemand>
      )}
    </div>
  )
}

type LineProps = { request: PatientRequestRowFragment; today: string; onStep: (step: RequestStep) => void }

function RequestLine({ request, today, onStep }: LineProps) {
  const { kind, dueOn, extendedOn, answeredOn, outcome } = request
  const title = patientRequestLabels[kind]
  if (answeredOn && outcome)
    return (
      <ListItem icon={outcome === 'granted' ? 'check' : 'slash'} detail={<Story request={request} />}>
        {title}: {requestOutcomeLabels[outcome].toLowerCase()} on {showDay(answeredOn)}
      </ListItem>
    )
  const { tone, label } = tones[requestUrgency(dueOn, today)]
  const isOverdue = dueOn < today
  return (
    <ListItem
      dotTone={tone}
      dotLabel={label}
      detail={<Story request={request} />}
      action={
        <div className={lineActions}>
          {!extendedOn && !isOverdue && (
            <Button size="small" onClick={() => onStep({ name: 'extend', request })}>
              Extend Time
            </Button>
          )}
          <Button size="small" variant="primary" onClick={() => onStep({ name: 'answer', request })}>
            Record Answer
          </Button>
        </div>
      }
    >
      {title}: {isOverdue ? 'overdue since' : 'answer by'} {showDay(dueOn)}
    </ListItem>
  )
}

function Story({ request }: { request: PatientRequestRowFragment }) {
  const { kind, details, receivedOn, extensionReason, denialReason } = request
  return (
    <>
      Received {showDay(receivedOn)}
      {details && `: ${details}`}
      {extensionReason && ` · extended by ${answerDays[kind].extension} days: ${extensionReason}`}
      {denialReason && ` · not granted: ${denialReason}`}
    </>
  )
}
