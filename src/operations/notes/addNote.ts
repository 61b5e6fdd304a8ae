import { addNoteInput } from '#domain/notes/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

/** Adds a note to a patient; the audit log records the action, never the text. */
export const addNote = operation(addNoteInput, async (ctx, { patientId, content, noteType }) => {
  await visiblePatient(ctx, patientId)
  authorize(ctx, 'note.add', undefined, { resourceType: 'patient', resourceId: patientId })
  const now = ctx.now()
  const note = await ctx.db.patientNote.create({
    data: { patientId, content, noteType, createdById: ctx.actor.id, createdAt: now, updatedAt: now },
  })
  await audit(ctx, { action: 'created', resourceType: 'patient_note', resourceId: note.id, patientId })
  return note
})
