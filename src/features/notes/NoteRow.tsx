import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { type NoteType, noteTypeLabel, noteVisibilityBadges } from '#domain/notes/note.ts'
import type { NoteRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { Tone } from '#ui/theme.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { NoteForm } from './NoteForm.tsx'
import { about, actions, content, note as noteClass, whole } from './Notes.css.ts'

/** SPEC 2.6: appointment blue, treatment green, legal purple, insurance yellow, all others gray. */
const tones: Record<NoteType, Tone> = {
  general: 'neutral',
  appointment: 'info',
  treatment: 'positive',
  legal: 'done',
  insurance: 'caution',
}

type Props = {
  patientId: string
  note: NoteRowFragment
  isEditing: boolean
  onEdit: () => void
  onEdited: () => void
  onDelete: () => void
  onHistory: () => void
}

/** A note with its type, author, time and the actions for this user. */
export function NoteRow({ patientId, note, isEditing, onEdit, onEdited, onDelete, onHistory }: Props) {
  const { viewer } = useFrame()
  const relations = { createdById: note.createdBy.id }
  const isEdited = note.updatedAt !== note.createdAt
  return (
    <li className={noteClass}>
      <div className={about}>
        <Badge tone={tones[note.noteType] ?? 'neutral'}>{noteTypeLabel(note.noteType)}</Badge>
        {note.visibility !== 'shared' && (
          <Badge tone="neutral">{noteVisibilityBadges[note.visibility]}</Badge>
        )}
        <span>{fullName(note.createdBy)}</span>
        <Moment at={note.createdAt} />
        {isEdited && (
          <span>
            edited <Moment at={note.updatedAt} />
          </span>
        )}
        {note.deletedAt && (
          <span>
            deleted <Moment at={note.deletedAt} />
          </span>
        )}
      </div>
      {!isEditing && (
        <div className={actions}>
          {isEdited && !note.isWithheld && (
            <IconButton icon="clock" size="small" label="Earlier Versions" onClick={onHistory} />
          )}
          {!note.deletedAt && can(viewer, 'note.edit', relations) && (
            <IconButton icon="edit" size="small" label="Edit Note" onClick={onEdit} />
          )}
          {!note.deletedAt && can(viewer, 'note.delete', relations) && (
            <IconButton icon="trash" size="small" label="Delete Note" onClick={onDelete} />
          )}
        </div>
      )}
      {isEditing ? (
        <div className={whole}>
          <NoteForm patientId={patientId} note={note} onDone={onEdited} />
        </div>
      ) : (
        <p className={content}>
          {note.isWithheld ? `Only ${fullName(note.createdBy)} can read this note.` : note.content}
        </p>
      )}
    </li>
  )
}
