import { noteIdInput } from '#domain/notes/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visibleNote } from './visibleNote.ts'

/** Marks a note as deleted; the row stays. Only for its creator and administrators. */
export const deleteNote = operation(noteIdInput, async (ctx, { patientId, noteId }) => {
  const note = await visibleNote(ctx, { patientId, noteId })
  authorize(ctx, 'note.delete', note, { resourceType: 'patient_note', resourceId: noteId })
  await ctx.db.patientNote.update({ where: { id: noteId }, data: { deletedAt: ctx.now() } })
  await audit(ctx, { action: 'deleted', resourceType: 'patient_note', resourceId: noteId, patientId })
  return true
})
