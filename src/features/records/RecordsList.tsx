import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { can } from '#domain/access/policy.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { ToggleChip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Pages } from '../paging/Pages.tsx'
import { DeletedRecords } from './DeletedRecords.tsx'
import { DeleteRecordDialog } from './DeleteRecordDialog.tsx'
import { ForwardedList } from './ForwardedList.tsx'
import { RecordRow } from './RecordRow.tsx'
import { list } from './Records.css.ts'
import { recordsQuery, rescanRecord } from './recordDocuments.ts'

/** The records of a patient; for an administrator those too that were deleted. */
export function RecordsList({ patient }: { patient: { id: string } }) {
  const { viewer } = useFrame()
  const [isDeletedShown, setDeletedShown] = useState(false)
  return (
    <>
      {can(viewer, 'record.listDeleted') && (
        <div>
          <ToggleChip isPressed={isDeletedShown} onClick={() => setDeletedShown(!isDeletedShown)}>
            Deleted
          </ToggleChip>
        </div>
      )}
      {isDeletedShown ? <DeletedRecords patientId={patient.id} /> : <RecordsOnFile patient={patient} />}
    </>
  )
}

/**
 * What is on file for a patient, newest first, to download; for an administrator to delete too, and for the clinic to see
 * what was forwarded of it.
 */
function RecordsOnFile({ patient }: { patient: { id: string } }) {
  const { viewer } = useFrame()
  const [deleting, setDeleting] = useState<RecordRowFragment | null>(null)
  const rescan = useSubmit({
    document: rescanRecord,
    input: recordIdInput,
    variables: (input) => ({ input }),
    fallback: 'The record could not be scanned again',
    onDone: () => toast.success('Success', 'The record will be scanned again'),
  })
  const mayDelete = can(viewer, 'record.delete')
  return (
    <>
      <Pages
        document={recordsQuery}
        variables={{ patientId: patient.id }}
        connectionOf={(data) => data.patientRecords}
        empty={<EmptyState text="No records yet" />}
        fallback="The records could not be loaded"
      >
        {(records) => (
          <ul role="list" aria-label="Records" className={list}>
            {records.map((record) => (
              <RecordRow
                key={record.id}
                patientId={patient.id}
                record={record}
                onRescan={() => void rescan.submit({ patientId: patient.id, recordId: record.id })}
                onDelete={mayDelete ? () => setDeleting(record) : undefined}
              />
            ))}
          </ul>
        )}
      </Pages>
      {can(viewer, 'forwarding.list') && <ForwardedList patient={patient} />}
      {deleting && (
        <DeleteRecordDialog patientId={patient.id} record={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}
