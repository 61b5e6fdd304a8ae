import { useFrame } from '#client/frame.ts'
import { clinicDay } from '#domain/dates.ts'
import { waitingFor } from '#domain/patients/waitingFor.ts'
import { small } from '#ui/type.css.ts'
import type { PatientRow } from './PatientRow.ts'

type Props = {
  patient: Pick<
    PatientRow,
    'status' | 'sendRefusal' | 'consentSentVia' | 'consentRetryAt' | 'consultationDate'
  >
}

/** Who must act next: "Waiting for: patient to sign". */
export function WaitingFor({ patient }: Props) {
  const { now, timeZone } = useFrame()
  const { status, sendRefusal, consentSentVia, consentRetryAt, consultationDate } = patient
  const facts = {
    status,
    hasEmail: !sendRefusal,
    isRequestOpen: Boolean(consentSentVia),
    isRetrying: Boolean(consentRetryAt),
    consultationDate: consultationDate ?? null,
  }
  const reason = waitingFor(facts, clinicDay(now, timeZone))
  return reason && <div className={small}>{`Waiting for: ${reason}`}</div>
}
