import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { SHARED_SEARCH, updateViewInput } from '#domain/savedViews/inputs.ts'
import { holdsSearch } from '#domain/savedViews/savedView.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'

const UpdateView = graphql(`
  mutation UpdateViewDialog($input: UpdateViewInput!) { updateView(input: $input) { id query } }
`)

type Props = {
  view: { id: string; name: string; isShared: boolean }
  /** The current filters and order of the list. */
  query: string
  onClose: () => void
}

/** Asks before a view gets the current filters and sort order of the list. */
export function UpdateViewDialog({ view, query, onClose }: Props) {
  const { submit, errors, isPending } = useSubmit({
    document: UpdateView,
    input: updateViewInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update view',
    onDone() {
      toast.success('Success', 'View updated successfully')
      onClose()
    },
  })
  const isRefused = view.isShared && holdsSearch(query)
  const problem = isRefused ? SHARED_SEARCH : errors.query
  return (
    <Dialog
      title="Update View"
      description={`“${view.name}” will have the current filters and sort order of the list${view.isShared ? ', for everyone' : ''}.`}
      isPending={isPending}
      onClose={onClose}
    >
      {problem && (
        <DialogBody>
          <Banner tone="critical" title={problem} isAlert={!isRefused} />
        </DialogBody>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={isRefused}
          onClick={() => void submit({ viewId: view.id, query })}
        >
          Update View
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
