import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { recordIdInput } from '#domain/records/inputs.ts'
import { graphql } from '#generated/gql.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'

const DeleteRecord = graphql(`
  mutation DeleteRecordDialog($input: DeleteRecordInput!) { deleteRecord(input: $input) }
`)

type Props = { patientId: string; record: RecordRowFragment; onClose: () => void }

/** Asks before a record is taken out of sight. */
export function DeleteRecordDialog({ patientId, record, onClose }: Props) {
  const { submit, isPending } = useSubmit({
    document: DeleteRecord,
    input: recordIdInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to delete record',
    onDone() {
      toast.success('Success', 'Record deleted successfully')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete Record"
      description={`${record.fileName} disappears for everybody. That it was deleted, and by whom, stays in the audit trail.`}
      verb="Delete Record"
      isPending={isPending}
      onConfirm={() => void submit({ patientId, recordId: record.id })}
      onClose={onClose}
    />
  )
}
