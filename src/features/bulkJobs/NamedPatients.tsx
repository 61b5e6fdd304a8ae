import { amountOf } from '#domain/amount.ts'
import { fullName } from '../patients/PatientRow.ts'

type Named = { id: string; firstName: string; lastName: string }
type Props = { label: string; count: number; patients: readonly Named[] }

/** The first patients by name, and the number of the others. */
export function NamedPatients({ label, count, patients }: Props) {
  const more = count - patients.length
  return (
    <ul role="list" aria-label={label}>
      {patients.map((patient) => (
        <li key={patient.id}>{fullName(patient)}</li>
      ))}
      {more > 0 && <li>and {amountOf(more, 'more patient')}</li>}
    </ul>
  )
}
