import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { graphql } from '#generated/gql.ts'
import type { NoteRowFragment } from '#generated/graphql.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Pages } from '../paging/Pages.tsx'
import { DeleteNoteDialog } from './DeleteNoteDialog.tsx'
import { NoteForm } from './NoteForm.tsx'
import { NoteRow } from './NoteRow.tsx'
import { list, stack } from './Notes.css.ts'

export const noteRow = graphql(`
  fragment NoteRow on PatientNote { id content noteType createdAt updatedAt createdBy { id firstName lastName } }
`)

const NotesOfPatient = graphql(`
  query Notes($patientId: ID!, $first: Int, $after: String) {
    patientNotes(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...NoteRow } }
    }
  }
`)

/**
 * The notes on a patient, newest first, and a form to add one. Creators can edit their notes; administrators
 * can also delete.
 */
export function Notes({ patient }: { patient: { id: string } }) {
  const { viewer } = useFrame()
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<NoteRowFragment | null>(null)
  return (
    <div className={stack}>
      {can(viewer, 'note.add') && <NoteForm patientId={patient.id} />}
      <Pages
        document={NotesOfPatient}
        variables={{ patientId: patient.id }}
        connectionOf={(data) => data.patientNotes}
        empty={<EmptyState text="No notes yet" />}
        fallback="The notes could not be loaded"
      >
        {(notes) => (
          <ul role="list" aria-label="Notes" className={list}>
            {notes.map((note) => (
              <NoteRow
                key={note.id}
                patientId={patient.id}
                note={note}
                isEditing={editing === note.id}
                onEdit={() => setEditing(note.id)}
                onEdited={() => setEditing(null)}
                onDelete={() => setDeleting(note)}
              />
            ))}
          </ul>
        )}
      </Pages>
      {deleting && (
        <DeleteNoteDialog patientId={patient.id} note={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  )
}
