import { patientIdInput } from '#domain/patients/inputs.ts'
import type { PatientNote, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

/** The notes on a patient, newest first. */
export async function listNotes(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
  selection: { include?: Prisma.PatientNoteInclude } = {},
): Promise<Page<PatientNote>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    await visiblePatient(inside, patientId)
    authorize(inside, 'note.read', undefined, { resourceType: 'patient', resourceId: patientId })
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
