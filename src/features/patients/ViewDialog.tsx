import { useState } from 'react'
import { changeAddress } from '#client/address.ts'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { can } from '#domain/access/policy.ts'
import { renameViewInput, SHARED_SEARCH, saveViewInput } from '#domain/savedViews/inputs.ts'
import { holdsSearch, SAVED_VIEW } from '#domain/savedViews/savedView.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'

const SaveView = graphql(`
  mutation ViewDialog_Save($input: SaveViewInput!) { saveView(input: $input) { id name query isShared isMine } }
`)

const RenameView = graphql(`
  mutation ViewDialog_Rename($input: RenameViewInput!) { renameView(input: $input) { id name } }
`)

type Props = {
  /** The current filters and order of the list. */
  query: string
  /** The view to rename; a new one is saved if omitted. */
  view?: { id: string; name: string }
  onClose: () => void
}

/** Saves the current list as a view, or renames a view. */
export function ViewDialog({ query, view, onClose }: Props) {
  const { viewer } = useFrame()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const saving = useSubmit({
    document: SaveView,
    input: saveViewInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to save view',
    onDone({ saveView }) {
      changeAddress({ view: saveView.id }, { replace: true })
      toast.success('Success', 'View saved successfully')
      onClose()
    },
  })
  const renaming = useSubmit({
    document: RenameView,
    input: renameViewInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to rename view',
    onDone() {
      toast.success('Success', 'View renamed successfully')
      onClose()
    },
  })
  const { errors, isPending } = view ? renaming : saving
  const title = view ? 'Rename View' : 'Save View'
  return (
    <Dialog
      title={title}
      description={view ? undefined : 'Saves the current filters and sort order of the list.'}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() =>
          void (view
            ? renaming.submit({ viewId: view.id, name })
            : saving.submit({ screen: 'patients', name, query, isShared }))
        }
      >
        <DialogBody>
          <TextField
            name="name"
            label="Name"
            isRequired
            autoFocus
            autoComplete="off"
            maxLength={SAVED_VIEW.name}
            value={name}
            onChange={setName}
            counter={`${charactersIn(name)}/${SAVED_VIEW.name}`}
          />
          {!view && can(viewer, 'savedView.share') && (
            <Checkbox
              name="isShared"
              isSelected={isShared}
              onChange={setShared}
              isDisabled={holdsSearch(query)}
              detail={
                holdsSearch(query)
                  ? SHARED_SEARCH
                  : 'Everyone can use this view. Each user sees only the patients they have access to.'
              }
            >
              Share with everyone
            </Checkbox>
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {title}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
