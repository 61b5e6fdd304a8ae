import { useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useMergedSave } from '#client/useMergedSave.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { addNoteInput, editNoteInput, NOTE_MAX } from '#domain/notes/inputs.ts'
import {
  type NoteType,
  type NoteVisibility,
  noteTypeLabel,
  noteTypes,
  noteVisibilitiesFor,
  noteVisibilityLabels,
} from '#domain/notes/note.ts'
import { graphql } from '#generated/gql.ts'
import type {
  NoteForm_CurrentQuery,
  NoteForm_CurrentQueryVariables,
  NoteRowFragment,
} from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { buttons, form, formFoot, newNoteForm, typeField } from './Notes.css.ts'

const AddNote = graphql(`
  mutation NoteForm_Add($input: AddNoteInput!) { addNote(input: $input) { ...NoteRow } }
`)

const EditNote = graphql(`
  mutation NoteForm_Edit($input: EditNoteInput!) { editNote(input: $input) { ...NoteRow } }
`)

const Current = graphql(`
  query NoteForm_Current($patientId: ID!, $noteId: ID!) {
    patientNote(patientId: $patientId, noteId: $noteId) { ...NoteRow }
  }
`)

const FAILED = 'Failed to update note'

const typeOptions = noteTypes.map((id) => ({ id, label: noteTypeLabel(id) }))

type NoteText = Pick<NoteRowFragment, 'content' | 'noteType' | 'visibility'>

type Props = {
  patientId: string
  /** The note to edit; a new one is added if omitted. */
  note?: NoteRowFragment
  onDone?: () => void
}

/** The form for a note's text and type. */
export function NoteForm({ patientId, note, onDone }: Props) {
  const [content, setContent] = useState(note?.content ?? '')
  const [noteType, setNoteType] = useState<NoteType>(note?.noteType ?? 'general')
  const [visibility, setVisibility] = useState<NoteVisibility>(note?.visibility ?? 'shared')
  const [added, setAdded] = useState(0)
  const { viewer } = useFrame()
  const offered = [...new Set([...noteVisibilitiesFor(viewer.role), visibility])]
  const memory = useDraft(note ? 'edit_note' : 'add_note', note?.id ?? patientId)
  const adding = useSubmit({
    document: AddNote,
    input: addNoteInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to add note',
    onDone() {
      setContent('')
      setNoteType('general')
      setVisibility('shared')
      setAdded((before) => before + 1)
      toast.success('Success', 'Note added successfully')
      onDone?.()
    },
  })
  const expectedVersion = useRef<string>(undefined)
  const editing = useSubmit({
    document: EditNote,
    input: editNoteInput,
    variables: (input) => ({ input: { ...input, expectedVersion: expectedVersion.current } }),
    fallback: FAILED,
    onDone() {
      toast.success('Success', 'Note updated successfully')
      onDone?.()
    },
    onStale: (): unknown => onStale(),
  })
  const { errors, isPending } = note ? editing : adding
  const on = { patientId, noteId: note?.id ?? '' }
  const { save, onStale } = useMergedSave<
    NoteText,
    NoteRowFragment,
    NoteForm_CurrentQuery,
    NoteForm_CurrentQueryVariables
  >({
    begun: note,
    formOf: (row) => row,
    textOf,
    query: Current,
    variables: on,
    rowOf: (data) => data.patientNote,
    send(changes, { version }) {
      expectedVersion.current = version
      return editing.submit({ ...on, ...changes })
    },
    onErrors: editing.setErrors,
    onUnchanged: () => onDone?.(),
    fallback: FAILED,
  })
  const typed = { content, noteType, visibility }

  return (
    <Form
      validationErrors={errors}
      memory={memory}
      saved={added}
      onSubmit={() => void (note ? save(typed) : adding.submit({ patientId, ...typed }))}
    >
      <div className={note ? form : newNoteForm}>
        <TextArea
          name="content"
          label={note ? 'Edit Note' : 'New Note'}
          isRequired
          rows={3}
          autoFocus={Boolean(note)}
          value={content}
          onChange={setContent}
          counter={`${charactersIn(content)}/${NOTE_MAX}`}
        />
        <div className={formFoot}>
          <div className={typeField}>
            <SelectField
              name="noteType"
              label="Type"
              options={typeOptions}
              value={noteType}
              onChange={(id) => setNoteType(id as NoteType)}
            />
          </div>
          <div className={typeField}>
            <SelectField
              name="visibility"
              label="Who Can Read It"
              options={offered.map((id) => ({ id, label: noteVisibilityLabels[id] }))}
              value={visibility}
              onChange={(id) => setVisibility(id as NoteVisibility)}
            />
          </div>
          <div className={buttons}>
            {note && <Button onClick={() => onDone?.()}>Cancel</Button>}
            <Button type="submit" variant={note ? 'primary' : undefined} isPending={isPending}>
              {note ? 'Save Note' : 'Add Note'}
            </Button>
          </div>
        </div>
      </div>
    </Form>
  )
}

const textOf = (name: keyof NoteText, { content, noteType, visibility }: NoteRowFragment): string =>
  ({ content, noteType: noteTypeLabel(noteType), visibility: noteVisibilityLabels[visibility] })[name]
