import { changeAddress } from '#client/address.ts'
import { taskStatuses } from '#domain/tasks/task.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { CardHead } from '#ui/Card.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { fullName } from '../patients/PatientRow.ts'
import type { TaskRow } from './TaskRow.ts'
import { firstPage, into, statusOf } from './taskAddress.ts'
import { taskStatusLabel } from './taskLook.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const statusOptions = [
  { id: '', label: 'All Status' },
  ...taskStatuses.map((id) => ({ id, label: capital(taskStatusLabel(id)) })),
]

type Props = { query: URLSearchParams; patient: TaskRow['patient'] | undefined }

/** The filters for assignee, status and patient. */
export function TaskFilters({ query, patient }: Props) {
  const isMine = query.get('whose') === 'mine'
  const onPatient = query.get('patient')
  return (
    <>
      <CardHead title="Task Queue">
        <NativeSelect
          label="Status"
          size="small"
          options={statusOptions}
          value={statusOf(query) ?? ''}
          onChange={({ target }) => changeAddress({ ...firstPage, status: target.value || null })}
        />
      </CardHead>
      <Chips label="Whose tasks">
        <Chip {...into(query, { ...firstPage, whose: null })} isCurrent={!isMine}>
          Everyone’s
        </Chip>
        <Chip {...into(query, { ...firstPage, whose: 'mine' })} isCurrent={isMine}>
          Mine
        </Chip>
        {onPatient && (
          <ButtonLink size="small" icon="close" {...into(query, { ...firstPage, patient: null })}>
            {patient?.id === onPatient ? `Only ${fullName(patient)}` : 'Only one patient'}
          </ButtonLink>
        )}
      </Chips>
    </>
  )
}
