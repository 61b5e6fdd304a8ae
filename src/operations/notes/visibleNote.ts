import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { PatientNote, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

/** Returns a note on a patient visible to the actor; throws `not_found` for a deleted one or another patient's. */
export async function visibleNote(
  ctx: OperationContext,
  { patientId, noteId }: { patientId: string; noteId: string },
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<PatientNote> {
  await visiblePatient(ctx, patientId)
  const note = isUuid(noteId)
    ? await ctx.db.patientNote.findFirst({ ...selection, where: { id: noteId, patientId, deletedAt: null } })
    : null
  if (!note) throw notFound('Note', noteId)
  return note
}
