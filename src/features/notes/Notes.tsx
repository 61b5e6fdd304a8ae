import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { closingReasons } from '#domain/patients/forwardAction.ts'
import { graphql } from '#generated/gql.ts'
import type { NoteRowFragment } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Pages } from '../paging/Pages.tsx'
import type { PatientRow } from '../patients/PatientRow.ts'
import { DeleteNoteDialog } from './DeleteNoteDialog.tsx'
import { NoteForm } from './NoteForm.tsx'
import { NoteRow } from './NoteRow.tsx'
import { list, stack } from './Notes.css.ts'

const NoteHistory = lazy(() => import('./NoteHistory.tsx').then((one) => one.NoteHistory))

export const noteRow = graphql(`
  fragment NoteRow on PatientNote {
    id version content noteType visibility isWithheld createdAt updatedAt deletedAt createdBy { id firstName lastName }
  }
`)

const NotesOfPatient = graphql(`
  query Notes($patientId: ID!, $includeDeleted: Boolean, $first: Int, $after: String) {
    patientNotes(patientId: $patientId, includeDeleted: $includeDeleted, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...NoteRow } }
    }
  }
`)

/**
 * The notes on a patient, newest first, and a form to add one. Creators can edit their notes; administrators can also
 * delete. Each note that was edited shows its versions.
 */
export function Notes({ patient }: { patient: Pick<PatientRow, 'id' | 'clinicalTextsClosed'> }) {
  const { viewer } = useFrame()
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<NoteRowFragment | null>(null)
  const [shown, setShown] = useState<NoteRowFragment | null>(null)
  const [includeDeleted, setIncludeDeleted] = useState(false)
  return (
    <div className={stack}>
      {patient.clinicalTextsClosed && (
        <Banner tone="caution" icon="lock" title="You see only the notes that you wrote.">
          {closingReasons[patient.clinicalTextsClosed]}.
        </Banner>
      )}
      {can(viewer, 'note.add') && <NoteForm patientId={patient.id} />}
      <Checkbox isSelected={includeDeleted} onChange={setIncludeDeleted}>
        Show Deleted Notes
      </Checkbox>
      <Pages
        document={NotesOfPatient}
        variables={{ patientId: patient.id, includeDeleted }}
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
                onHistory={() => setShown(note)}
              />
            ))}
          </ul>
        )}
      </Pages>
      {shown && (
        <OnDemand>
          <NoteHistory patientId={patient.id} note={shown} onClose={() => setShown(null)} />
        </OnDemand>
      )}
      {deleting && (
        <DeleteNoteDialog patientId={patient.id} note={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  )
}
