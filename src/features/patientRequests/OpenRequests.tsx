import { useFrame } from '#client/frame.ts'
import { accountingPath } from '#domain/access/screens.ts'
import { clinicDay, showDay } from '#domain/dates.ts'
import { type PatientRequestKind, patientRequestLabels } from '#domain/patientRequests/patientRequest.ts'
import { Banner } from '#ui/Banner.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'

type OpenRequest = { id: string; kind: PatientRequestKind; details: string | null; dueOn: string }

type Props = { patientId: string; requests: readonly OpenRequest[] }

/** Shows on the chart what the patient asked for and waits for an answer. */
export function OpenRequests({ patientId, requests }: Props) {
  const { now, timeZone } = useFrame()
  const today = clinicDay(now, timeZone)
  return requests.map(({ id, kind, details, dueOn }) => (
    <Banner
      key={id}
      tone={dueOn < today ? 'critical' : 'info'}
      title={`${patientRequestLabels[kind]}: ${dueOn < today ? 'overdue since' : 'answer due on'} ${showDay(dueOn)}`}
      action={
        <ButtonLink size="small" href={accountingPath(patientId)}>
          Open Requests
        </ButtonLink>
      }
    >
      <p>{details ? `The patient asked for: ${details}` : 'The patient asked for it.'}</p>
    </Banner>
  ))
}
