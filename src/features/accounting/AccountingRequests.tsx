import { useState } from 'react'
import { ANSWER_DAYS, type RequestUrgency, requestUrgency } from '#domain/accounting/accounting.ts'
import { showDay } from '#domain/dates.ts'
import type { AccountingRequestRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { Tone } from '#ui/theme.css.ts'
import { notPrinted, remark } from './Accounting.css.ts'
import type { RequestStep } from './accountingDocuments.ts'

const RequestDialog = lazy(() =>
  import('./AccountingRequestDialogs.tsx').then((one) => one.AccountingRequestDialog),
)

const tones: Record<RequestUrgency, { tone: Tone; label: string }> = {
  open: { tone: 'info', label: 'Open' },
  due_soon: { tone: 'caution', label: 'Due soon' },
  overdue: { tone: 'critical', label: 'Overdue' },
}

type Props = { patientId: string; requests: readonly AccountingRequestRowFragment[]; today: string }

/** The patient's requests for the accounting, which must be answered in time. They are not printed. */
export function AccountingRequests({ patientId, requests, today }: Props) {
  const [step, setStep] = useState<RequestStep>()
  // At most one is open.
  const open = requests.find(({ answeredOn }) => !answeredOn)
  return (
    <div className={notPrinted}>
      <Card>
        <CardHead title="Requests by the Patient">
          {open ? (
            <>
              {!open.extendedOn && open.dueOn >= today && (
                <Button size="small" onClick={() => setStep({ kind: 'extend', requestId: open.id })}>
                  Extend Time
                </Button>
              )}
              <Button
                size="small"
                variant="primary"
                onClick={() => setStep({ kind: 'answer', requestId: open.id })}
              >
                Record Answer
              </Button>
            </>
          ) : (
            <Button size="small" onClick={() => setStep({ kind: 'record' })}>
              Record Request
            </Button>
          )}
        </CardHead>
        {requests.length > 0 ? (
          <List label="Requests by the Patient">
            {requests.map((request) => (
              <RequestLine key={request.id} request={request} today={today} />
            ))}
          </List>
        ) : (
          <CardBody>
            <p className={remark}>
              No requests. When the patient asks for this statement, record it. It must be answered within{' '}
              {ANSWER_DAYS.usual} days.
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

type LineProps = { request: AccountingRequestRowFragment; today: string }

function RequestLine({ request, today }: LineProps) {
  const { receivedOn, dueOn, extensionReason, answeredOn } = request
  const { tone, label } = tones[requestUrgency(dueOn, today)]
  const received = `Received ${showDay(receivedOn)}`
  const extension = extensionReason ? `. Extended by ${ANSWER_DAYS.extension} days: ${extensionReason}` : ''
  if (answeredOn)
    return (
      <ListItem icon="check" detail={`${received}${extension}`}>
        Answered {showDay(answeredOn)}
      </ListItem>
    )
  return (
    <ListItem dotTone={tone} dotLabel={label} detail={`${received}${extension}`}>
      {label === 'Overdue' ? `Overdue since ${showDay(dueOn)}` : `Answer by ${showDay(dueOn)}`}
    </ListItem>
  )
}
