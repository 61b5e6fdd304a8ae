import { notFound } from '#domain/errors.ts'
import { addNoteInput, editNoteInput, noteIdInput } from '#domain/notes/inputs.ts'
import { type NoteVisibility, noteVisibilitiesFor } from '#domain/notes/note.ts'
import { isUuid } from '#domain/text.ts'
import type { PatientNote, PatientNoteVersion, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { inTransaction, invalid, operation, parse } from '../operation.ts'
import type { Page, PageArgs } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { listedNotes, readableNotes, readableVersions, withoutWithheldText } from './readableNotes.ts'

/**
 * Returns a note on a patient visible to the actor. Throws `not_found` for a deleted one, another patient's, or one that
 * the actor can neither read nor delete.
 */
export async function visibleNote(
  ctx: OperationContext,
  { patientId, noteId }: { patientId: string; noteId: string },
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<PatientNote> {
  const patient = await visiblePatient(ctx, patientId)
  const where = { id: noteId, patientId, deletedAt: null, ...listedNotes(ctx, patient) }
  const note = isUuid(noteId) ? await ctx.db.patientNote.findFirst({ ...selection, where }) : null
  if (!note) throw notFound('Note', noteId)
  return note
}

/** The notes on a patient, newest first; also the deleted ones if asked for. */
export const listNotes = (
  ctx: OperationContext,
  patientId: string,
  { includeDeleted, ...page }: PageArgs & { includeDeleted?: boolean | null | undefined },
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<Page<PatientNote>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_note',
    filters: includeDeleted ? ['includeDeleted'] : [],
    permit: (inside) =>
      authorize(inside, 'note.read', undefined, { resourceType: 'patient', resourceId: patientId }),
    read: async (inside, { where, ...query }, patient) => {
      const asked = { ...(!includeDeleted && { deletedAt: null }), ...listedNotes(inside, patient) }
      const notes = await inside.db.patientNote.findMany({
        ...selection,
        ...query,
        where: { AND: [asked, where] },
      })
      return notes.map((note) => withoutWithheldText(inside, note))
    },
  })

/**
 * The earlier versions of a note, newest first, also of a deleted note. Throws `not_found` for a note that the actor
 * cannot read.
 */
export const listNoteVersions = (
  ctx: OperationContext,
  raw: { patientId: string; noteId: string },
  page: PageArgs,
): Promise<Page<PatientNoteVersion>> => {
  const { patientId, noteId } = parse(noteIdInput, raw)
  return listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_note',
    filters: ['versions'],
    permit: (inside) =>
      authorize(inside, 'note.read', undefined, { resourceType: 'patient_note', resourceId: noteId }),
    read: async (inside, { where, ...query }, patient) => {
      const readable = { id: noteId, patientId, ...readableNotes(inside, patient) }
      const note = isUuid(noteId) ? await inside.db.patientNote.findFirst({ where: readable }) : null
      if (!note) throw notFound('Note', noteId)
      return inside.db.patientNoteVersion.findMany({
        ...query,
        where: { AND: [{ noteId, ...readableVersions(inside, note) }, where] },
      })
    },
  })
}

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
    return withoutWithheldText(inside, note)
  })
}

/** Refuses a visibility that the actor's role does not have. */
function checkVisibility({ actor }: OperationContext, visibility: NoteVisibility | null | undefined): void {
  if (!visibility || noteVisibilitiesFor(actor.role).includes(visibility)) return
  throw invalid({
    visibility:
      visibility === 'internal'
        ? 'Only the clinic can write notes that attorneys cannot read'
        : 'Only attorneys can write work product',
  })
}

/** Adds a note to a patient; the audit log records the action, never the text. */
export const addNote = operation(addNoteInput, async (ctx, { patientId, content, noteType, visibility }) => {
  await visiblePatient(ctx, patientId)
  authorize(ctx, 'note.add', undefined, { resourceType: 'patient', resourceId: patientId })
  checkVisibility(ctx, visibility)
  const now = ctx.now()
  const note = await ctx.db.patientNote.create({
    data: {
      patientId,
      content,
      noteType,
      visibility,
      createdById: ctx.actor.id,
      createdAt: now,
      updatedAt: now,
    },
  })
  await audit(ctx, { action: 'created', resourceType: 'patient_note', resourceId: note.id, patientId })
  return note
})

/** Changes a note. Only its creator may (SPEC section 6). A trigger keeps the version before the edit. */
export const editNote = operation(versioned(editNoteInput), async (ctx, input) => {
  const { patientId, noteId, expectedVersion, ...asked } = input
  const { content, noteType, visibility } = asked
  const changes = {
    ...(content !== undefined && { content }),
    ...(noteType && { noteType }),
    ...(visibility && { visibility }),
  }
  refuseEmptyEdit(changes)
  if (isUuid(noteId))
    await ctx.db.$queryRaw`SELECT 1 FROM patient_notes WHERE id = ${noteId}::uuid FOR UPDATE`
  const note = await visibleNote(ctx, { patientId, noteId })
  authorize(ctx, 'note.edit', note, { resourceType: 'patient_note', resourceId: noteId })
  refuseStale(versionOf(note), expectedVersion, 'note')
  if (visibility !== note.visibility) checkVisibility(ctx, visibility)
  const changed = changesOf(note, changes)
  const edited =
    Object.keys(changed).length === 0
      ? note
      : await ctx.db.patientNote.update({
          where: { id: noteId },
          data: { ...changes, updatedAt: ctx.now() },
        })
  await auditEdit(ctx, changed, { resourceType: 'patient_note', resourceId: noteId, patientId })
  return edited
})

/** Marks a note as deleted; the row stays. Only for its creator and administrators. */
export const deleteNote = operation(noteIdInput, async (ctx, { patientId, noteId }) => {
  const note = await visibleNote(ctx, { patientId, noteId })
  authorize(ctx, 'note.delete', note, { resourceType: 'patient_note', resourceId: noteId })
  await ctx.db.patientNote.update({
    where: { id: noteId },
    data: { deletedAt: ctx.now(), updatedAt: note.updatedAt },
  })
  await audit(ctx, { action: 'deleted', resourceType: 'patient_note', resourceId: noteId, patientId })
  return true
})
