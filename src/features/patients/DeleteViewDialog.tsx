import { changeAddress } from '#client/address.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { deleteViewInput } from '#domain/savedViews/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'

const DeleteView = graphql(`
  mutation DeleteViewDialog($input: DeleteViewInput!) { deleteView(input: $input) }
`)

type Props = { view: { id: string; name: string; isShared: boolean }; onClose: () => void }

/** Asks before deleting a saved view. */
export function DeleteViewDialog({ view, onClose }: Props) {
  const { submit, isPending } = useSubmit({
    document: DeleteView,
    input: deleteViewInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to delete view',
    onDone() {
      changeAddress({ view: null }, { replace: true })
      toast.success('Success', 'View deleted successfully')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete View"
      description={`“${view.name}” will be deleted${view.isShared ? ' for everyone' : ''}. Patients are not changed.`}
      verb="Delete View"
      isPending={isPending}
      onConfirm={() => void submit({ viewId: view.id })}
      onClose={onClose}
    />
  )
}
