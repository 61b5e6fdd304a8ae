import { notFound } from '#domain/errors.ts'
import { addNoteInput, editNoteInput, noteIdInput } from '#domain/notes/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, PatientNote, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changedFields, refuseEmptyEdit } from '../edited.ts'
import { inTransaction, operation, parse } from '../operation.ts'
import type { Page, PageArgs } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { hidesClinicalTexts } from '../records/recordAccess.ts'

/** An attorney to whom the records are closed can read only notes that they wrote. */
const readable = (ctx: OperationContext, patient: Patient): Prisma.PatientNoteWhereInput =>
  hidesClinicalTexts(ctx, patient) ? { createdById: ctx.actor.id } : {}

/** Returns a note on a patient visible to the actor; throws `not_found` for a deleted one or another patient's. */
export async function visibleNote(
  ctx: OperationContext,
  { patientId, noteId }: { patientId: string; noteId: string },
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<PatientNote> {
  const patient = await visiblePatient(ctx, patientId)
  const where = { id: noteId, patientId, deletedAt: null, ...readable(ctx, patient) }
  const note = isUuid(noteId) ? await ctx.db.patientNote.findFirst({ ...selection, where }) : null
  if (!note) throw notFound('Note', noteId)
  return note
}

/** The notes on a patient, newest first. */
export const listNotes = (
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<Page<PatientNote>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_note',
    permit: (inside) =>
      authorize(inside, 'note.read', undefined, { resourceType: 'patient', resourceId: patientId }),
    read: (inside, { where, ...query }, patient) =>
      inside.db.patientNote.findMany({
        ...selection,
        ...query,
        where: { AND: [{ deletedAt: null, ...readable(inside, patient) }, where] },
      }),
  })

/** Reads one note. */
export function viewNote(
  ctx: OperationContext,
  raw: { patientId: string; noteId: string },
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<PatientNote> {
  const { patientId, noteId } = parse(noteIdInput, raw)
  return inTransaction(ctx, async (inside) => {
    const note = await visibleNote(inside, { patientId, noteId }, selection)
    authorize(inside, 'note.read', note, { resourceType: 'patient_note', resourceId: noteId })
    await audit(inside, { action: 'viewed', resourceType: 'patient_note', resourceId: noteId, patientId })
    return note
  })
}

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

/** Marks a note as deleted; the row stays. Only for its creator and administrators. */
export const deleteNote = operation(noteIdInput, async (ctx, { patientId, noteId }) => {
  const note = await visibleNote(ctx, { patientId, noteId })
  authorize(ctx, 'note.delete', note, { resourceType: 'patient_note', resourceId: noteId })
  await ctx.db.patientNote.update({ where: { id: noteId }, data: { deletedAt: ctx.now() } })
  await audit(ctx, { action: 'deleted', resourceType: 'patient_note', resourceId: noteId, patientId })
  return true
})
