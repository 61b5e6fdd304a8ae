import { changeAddress } from '#client/address.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { deleteViewInput } from '#domain/savedViews/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogFoot } from '#ui/Dialog.tsx'

const DeleteView = graphql(`
  mutation DeleteViewDialog($input: DeleteViewInput!) { deleteView(input: $input) }
`)

type Props = { view: { id: string; name: string; isShared: boolean }; onClose: () => void }

/** Asks before a kept view is forgotten. */
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
    <Dialog
      role="alertdialog"
      title="Delete View"
      description={`“${view.name}” is no longer offered${view.isShared ? ' to anybody' : ''}. No patient is changed.`}
      onClose={onClose}
      isPending={isPending}
    >
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="critical" isPending={isPending} onClick={() => void submit({ viewId: view.id })}>
          Delete View
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
