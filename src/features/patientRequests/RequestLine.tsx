import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import {
  answerDays,
  patientRequestLabels,
  type RequestUrgency,
  requestOutcomeLabels,
  requestUrgency,
} from '#domain/patientRequests/patientRequest.ts'
import type { PatientRequestRowFragment } from '#generated/graphql.ts'
import { ListItem } from '#ui/List.tsx'
import type { Tone } from '#ui/theme.css.ts'

const tones: Record<RequestUrgency, { tone: Tone; label: string }> = {
  open: { tone: 'info', label: 'Open' },
  due_soon: { tone: 'caution', label: 'Due soon' },
  overdue: { tone: 'critical', label: 'Overdue' },
}

type Props = {
  request: PatientRequestRowFragment
  today: string
  /** What can be done with an open request. */
  action?: ReactNode
  /** The patient, in a list of several patients. */
  children?: ReactNode
}

/** A request by a patient: what it is, and when its answer is due or what it was. */
export function RequestLine({ request, today, action, children }: Props) {
  const { kind, dueOn, answeredOn, outcome } = request
  const who = children && <>{children} · </>
  const detail = <Story request={request} />
  const title = patientRequestLabels[kind]
  if (answeredOn && outcome)
    return (
      <ListItem icon={outcome === 'granted' ? 'check' : 'slash'} detail={detail}>
        {who}
        {title}: {requestOutcomeLabels[outcome].toLowerCase()} on {showDay(answeredOn)}
      </ListItem>
    )
  const { tone, label } = tones[requestUrgency(dueOn, today)]
  return (
    <ListItem dotTone={tone} dotLabel={label} detail={detail} action={action}>
      {who}
      {title}: {dueOn < today ? 'overdue since' : 'answer by'} {showDay(dueOn)}
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
