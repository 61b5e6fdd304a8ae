import { useCallback, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { can } from '#domain/access/policy.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import type { RecordCategory, RecordRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { ToggleChip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazy } from '#ui/lazy.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Pages } from '../paging/Pages.tsx'
import { asRow, type PatientRow } from '../patients/PatientRow.ts'
import { DeletedRecords } from './DeletedRecords.tsx'
import { DeleteRecordDialog } from './DeleteRecordDialog.tsx'
import { ForwardedList } from './ForwardedList.tsx'
import { loadViewer } from './loadViewer.ts'
import { categoryOptions } from './RecordFactsFields.tsx'
import { RecordRow } from './RecordRow.tsx'
import { list } from './Records.css.ts'
import { recordsQuery, rescanRecord } from './recordDocuments.ts'

const DescribeImageDialog = lazy(() =>
  import('./DescribeImageDialog.tsx').then((one) => one.DescribeImageDialog),
)
const RecordViewer = lazy(() => loadViewer().then((one) => one.RecordViewer))

const MoveRecordDialog = lazy(() => import('./MoveRecordDialog.tsx').then((one) => one.MoveRecordDialog))
const EditRecordDialog = lazy(() => import('./EditRecordDialog.tsx').then((one) => one.EditRecordDialog))

type Props = {
  patient: PatientRow
  /** Offers to upload the first record, where no drop zone does. */
  onUpload?: (() => void) | undefined
}

/** The records of a patient; for an administrator also the deleted ones. */
export function RecordsList({ patient, onUpload }: Props) {
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
      {isDeletedShown ? (
        <DeletedRecords patientId={patient.id} />
      ) : (
        <RecordsOnFile patient={patient} onUpload={onUpload} />
      )}
    </>
  )
}

/**
 * The records of a patient, newest first, with viewing and downloading. Administrators can delete; the clinic
 * also sees the forwarded records.
 */
function RecordsOnFile({ patient, onUpload }: Props) {
  const { viewer } = useFrame()
  const [filter, setFilter] = useState(ALL)
  const [editing, setEditing] = useState<RecordRowFragment | null>(null)
  const [moving, setMoving] = useState<RecordRowFragment | null>(null)
  const [deleting, setDeleting] = useState<RecordRowFragment | null>(null)
  const [describing, setDescribing] = useState<RecordRowFragment | null>(null)
  const rescan = useSubmit({
    document: rescanRecord,
    input: recordIdInput,
    variables: (input) => ({ input }),
    fallback: 'The record could not be scanned again',
    onDone: () => toast.success('Success', 'The record will be scanned again'),
  })
  const mayDelete = can(viewer, 'record.delete')
  const mayEdit = can(viewer, 'record.edit', asRow(patient))
  return (
    <>
      <div>
        <NativeSelect
          label="Category"
          size="small"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          options={[
            { id: ALL, label: 'All categories' },
            ...categoryOptions,
            { id: NONE, label: 'Without a category' },
          ]}
        />
      </div>
      <Pages
        key={filter}
        document={recordsQuery}
        variables={{ patientId: patient.id, ...variablesOf(filter) }}
        connectionOf={(data) => data.patientRecords}
        empty={
          filter === ALL ? (
            <EmptyState text="No records yet">
              {onUpload && (
                <Button size="small" icon="upload" onClick={onUpload}>
                  Upload Records
                </Button>
              )}
            </EmptyState>
          ) : (
            <EmptyState text="No records in this category" />
          )
        }
        fallback="The records could not be loaded"
      >
        {(records) => (
          <RecordsPage
            patientId={patient.id}
            records={records}
            onRescan={(record) => void rescan.submit({ patientId: patient.id, recordId: record.id })}
            onDelete={mayDelete ? setDeleting : undefined}
            onDescribe={setDescribing}
            onEdit={mayEdit ? setEditing : undefined}
            onMove={can(viewer, 'record.move') ? setMoving : undefined}
          />
        )}
      </Pages>
      {can(viewer, 'forwarding.list') && <ForwardedList patient={patient} />}
      {describing && (
        <OnDemand>
          <DescribeImageDialog
            patientId={patient.id}
            record={describing}
            onClose={() => setDescribing(null)}
          />
        </OnDemand>
      )}
      {editing && (
        <OnDemand>
          <EditRecordDialog patientId={patient.id} record={editing} onClose={() => setEditing(null)} />
        </OnDemand>
      )}
      {moving && (
        <OnDemand>
          <MoveRecordDialog patientId={patient.id} record={moving} onClose={() => setMoving(null)} />
        </OnDemand>
      )}
      {deleting && (
        <DeleteRecordDialog patientId={patient.id} record={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

/** The filters besides the categories. */
const ALL = 'all'
const NONE = 'none'

const variablesOf = (filter: string) => {
  if (filter === ALL) return {}
  return filter === NONE ? { withoutCategory: true } : { category: filter as RecordCategory }
}

type PageProps = {
  patientId: string
  records: readonly RecordRowFragment[]
  onRescan: (record: RecordRowFragment) => void
  onDelete: ((record: RecordRowFragment) => void) | undefined
  onDescribe: (record: RecordRowFragment) => void
  onEdit: ((record: RecordRowFragment) => void) | undefined
  onMove: ((record: RecordRowFragment) => void) | undefined
}

/**
 * A page of rows and the open record. The viewer closes with its row: when access is refused after a
 * revocation or reassignment, nothing stays on the screen.
 */
function RecordsPage({ patientId, records, onRescan, onDelete, onDescribe, onEdit, onMove }: PageProps) {
  const [viewing, setViewing] = useState<string | null>(null)
  const close = useCallback(() => setViewing(null), [])
  return (
    <>
      <ul role="list" aria-label="Records" className={list}>
        {records.map((record) => (
          <RecordRow
            key={record.id}
            patientId={patientId}
            record={record}
            onView={() => setViewing(record.id)}
            onRescan={() => onRescan(record)}
            onDelete={onDelete && (() => onDelete(record))}
            onDescribe={() => onDescribe(record)}
            onEdit={onEdit && (() => onEdit(record))}
            onMove={onMove && (() => onMove(record))}
          />
        ))}
      </ul>
      {viewing && (
        <OnDemand>
          <RecordViewer
            patientId={patientId}
            records={records}
            recordId={viewing}
            onMove={setViewing}
            onClose={close}
          />
        </OnDemand>
      )}
    </>
  )
}
