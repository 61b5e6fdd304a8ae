import { editNoteInput } from '#domain/notes/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visibleNote } from './visibleNote.ts'

/** Changes a note, which its creator alone may (SPEC section 6). */
export const editNote = operation(editNoteInput, async (ctx, { patientId, noteId, content, noteType }) => {
  const note = await visibleNote(ctx, { patientId, noteId })
  authorize(ctx, 'note.edit', note, { resourceType: 'patient_note', resourceId: noteId })
  const changes = { ...(content !== undefined && { content }), ...(noteType && { noteType }) }
  const edited = await ctx.db.patientNote.update({
    where: { id: noteId },
    data: { ...changes, updatedAt: ctx.now() },
  })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient_note',
    resourceId: noteId,
    patientId,
    details: { fields: Object.keys(changes) },
  })
  return edited
})
