import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Pages } from '../paging/Pages.tsx'
import { DeletedRow } from './DeletedRow.tsx'
import { list } from './Records.css.ts'
import { deletedQuery, restoreRecord } from './recordDocuments.ts'

/** Lists records deleted by administrators. They can be restored until they are purged. */
export function DeletedRecords({ patientId }: { patientId: string }) {
  const restore = useSubmit({
    document: restoreRecord,
    input: recordIdInput,
    variables: (input) => ({ input }),
    fallback: 'The record could not be restored',
    onDone: ({ restoreRecord: { fileName } }) =>
      toast.success('Success', `${fileName} was restored successfully`),
  })
  return (
    <Pages
      document={deletedQuery}
      variables={{ patientId }}
      connectionOf={(data) => data.deletedRecords}
      empty={<EmptyState text="No deleted records" />}
      fallback="The deleted records could not be loaded"
    >
      {(records) => (
        <ul role="list" aria-label="Deleted records" className={list}>
          {records.map((record) => (
            <DeletedRow
              key={record.id}
              record={record}
              onRestore={() => void restore.submit({ patientId, recordId: record.id })}
            />
          ))}
        </ul>
      )}
    </Pages>
  )
}
