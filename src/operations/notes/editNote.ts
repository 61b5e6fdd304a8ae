import { editNoteInput } from '#domain/notes/inputs.ts'
import { authorize } from '../authorize.ts'
import { auditEdit, changedFields, refuseEmptyEdit } from '../edited.ts'
import { operation } from '../operation.ts'
import { visibleNote } from './visibleNote.ts'

/** Changes a note. Only its creator may (SPEC section 6). */
export const editNote = operation(editNoteInput, async (ctx, { patientId, noteId, content, noteType }) => {
  const changes = { ...(content !== undefined && { content }), ...(noteType && { noteType }) }
  refuseEmptyEdit(changes)
  const note = await visibleNote(ctx, { patientId, noteId })
  authorize(ctx, 'note.edit', note, { resourceType: 'patient_note', resourceId: noteId })
  const fields = changedFields(note, changes)
  const edited =
    fields.length === 0
      ? note
      : await ctx.db.patientNote.update({
          where: { id: noteId },
          data: { ...changes, updatedAt: ctx.now() },
        })
  await auditEdit(ctx, fields, { resourceType: 'patient_note', resourceId: noteId, patientId })
  return edited
})
