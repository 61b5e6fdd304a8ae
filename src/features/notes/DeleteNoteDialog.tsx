import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { noteIdInput } from '#domain/notes/inputs.ts'
import { graphql } from '#generated/gql.ts'
import type { NoteRowFragment } from '#generated/graphql.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'

const DeleteNote = graphql(`
  mutation DeleteNoteDialog($input: DeleteNoteInput!) { deleteNote(input: $input) }
`)

type Props = { patientId: string; note: NoteRowFragment; onClose: () => void }

/** Asks before deleting a note. */
export function DeleteNoteDialog({ patientId, note, onClose }: Props) {
  const { submit, isPending } = useSubmit({
    document: DeleteNote,
    input: noteIdInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to delete note',
    onDone() {
      toast.success('Success', 'Note deleted successfully')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete Note"
      description={
        <>
          The note by {fullName(note.createdBy)} of <Moment at={note.createdAt} /> will be deleted for
          everyone. The audit log keeps who deleted it and when.
        </>
      }
      verb="Delete Note"
      isPending={isPending}
      onConfirm={() => void submit({ patientId, noteId: note.id })}
      onClose={onClose}
    />
  )
}
