import { noteIdInput } from '#domain/notes/inputs.ts'
import type { PatientNote, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { visibleNote } from './visibleNote.ts'

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
