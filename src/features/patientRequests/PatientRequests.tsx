import { useState } from 'react'
import type { PatientRequestRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { List } from '#ui/List.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { lineActions, notPrinted, remark } from '../accounting/Accounting.css.ts'
import type { RequestStep } from './PatientRequestDialogs.tsx'
import { RequestLine } from './RequestLine.tsx'

const RequestDialog = lazy(() =>
  import('./PatientRequestDialogs.tsx').then((one) => one.PatientRequestDialog),
)

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
              <RequestLine
                key={request.id}
                {...{ request, today }}
                action={<OpenActions {...{ request, today }} onStep={setStep} />}
              />
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

function OpenActions({ request, today, onStep }: LineProps) {
  return (
    <div className={lineActions}>
      {!request.extendedOn && request.dueOn >= today && (
        <Button size="small" onClick={() => onStep({ name: 'extend', request })}>
          Extend Time
        </Button>
      )}
      <Button size="small" variant="primary" onClick={() => onStep({ name: 'answer', request })}>
        Record Answer
      </Button>
    </div>
  )
}
