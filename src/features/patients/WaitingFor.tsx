import { useFrame } from '#client/frame.ts'
import { clinicDay } from '#domain/dates.ts'
import { waitingFor } from '#domain/patients/waitingFor.ts'
import { small } from '#ui/type.css.ts'
import { asRow, type PatientRow } from './PatientRow.ts'

/** What a patient waits for: "Waiting for: clinic to send the form". */
export function WaitingFor({ patient }: { patient: PatientRow }) {
  const { now, timeZone } = useFrame()
  const facts = { ...asRow(patient), consultationDate: patient.consultationDate }
  const reason = waitingFor(facts, clinicDay(now, timeZone))
  return reason && <div className={small}>{`Waiting for: ${reason}`}</div>
}
