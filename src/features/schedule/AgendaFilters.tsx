import { changeAddress } from '#client/address.ts'
import { appointmentStatuses, appointmentStatusWord } from '#domain/appointments/appointment.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { firstPage, into, isPast } from './scheduleAddress.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const statusOptions = [
  { id: '', label: 'Any Status' },
  ...appointmentStatuses.map((id) => ({ id, label: capital(appointmentStatusWord(id)) })),
]

type Person = { id: string; firstName: string; lastName: string }

/** The filters for direction, provider and status, all stored in the URL. */
export function AgendaFilters({
  query,
  providers,
}: {
  query: URLSearchParams
  providers: readonly Person[]
}) {
  const narrow = (name: string) => (event: { currentTarget: { value: string } }) =>
    changeAddress({ ...firstPage, [name]: event.currentTarget.value || null })
  return (
    <Chips label="Filters" isShort>
      <Chip {...into(query, { ...firstPage, when: null })} isCurrent={!isPast(query)}>
        Upcoming
      </Chip>
      <Chip {...into(query, { ...firstPage, when: 'past' })} isCurrent={isPast(query)}>
        Past
      </Chip>
      <NativeSelect
        label="Provider"
        size="small"
        value={query.get('provider') ?? ''}
        onChange={narrow('provider')}
        options={[
          { id: '', label: 'Any Provider' },
          ...providers.map((one) => ({ id: one.id, label: fullName(one) })),
        ]}
      />
      <NativeSelect
        label="Status"
        size="small"
        value={query.get('status') ?? ''}
        onChange={narrow('status')}
        options={statusOptions}
      />
    </Chips>
  )
}
