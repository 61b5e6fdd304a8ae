import type { PatientNote, Prisma } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs } from '../paging.ts'
import { listOfPatient } from '../patients/listOfPatient.ts'

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
    read: ({ db }, { where, ...query }) =>
      db.patientNote.findMany({ ...selection, ...query, where: { AND: [{ deletedAt: null }, where] } }),
  })
