import type { PatientNote, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

/** The notes on a patient, newest first. */
export function listNotes(
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<Page<PatientNote>> {
  return inTransaction(ctx, async (inside) => {
    await visiblePatient(inside, patientId)
    authorize(inside, 'note.read')
    const found = await readPage(
      page,
      [
        { field: 'createdAt', direction: 'desc', kind: 'instant' },
        { field: 'id', direction: 'desc', kind: 'key' },
      ],
      (query) =>
        inside.db.patientNote.findMany({
          ...selection,
          ...query,
          where: { AND: [{ patientId, deletedAt: null }, query.where] },
        }),
    )
    await auditListed(inside, 'patient_note', { filters: [], count: found.rows.length, patientId })
    return found
  })
}
