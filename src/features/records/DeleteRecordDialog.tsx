import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { deleteRecordInput, RECORD_REASON } from '#domain/records/inputs.ts'
import { graphql } from '#generated/gql.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'

const DeleteRecord = graphql(`
  mutation DeleteRecordDialog($input: DeleteRecordInput!) { deleteRecord(input: $input) }
`)

type Props = { patientId: string; record: RecordRowFragment; onClose: () => void }

/** Asks for the reason before deleting a record. */
export function DeleteRecordDialog({ patientId, record, onClose }: Props) {
  const { submit, errors, isPending } = useSubmit({
    document: DeleteRecord,
    input: deleteRecordInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to delete record',
    onDone() {
      toast.success('Success', 'Record deleted successfully')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Delete Record"
      description={`${record.fileName} will be hidden from everyone except administrators, who can restore it until it is purged. If it is in the wrong chart, move it to the right one instead (Edit, Move to Another Chart).`}
      isRequired
      max={RECORD_REASON.max}
      verb="Delete Record"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId, recordId: record.id, reason })}
      onClose={onClose}
    />
  )
}
