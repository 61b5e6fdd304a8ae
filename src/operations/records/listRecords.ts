import { patientIdInput } from '#domain/patients/inputs.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { chartOf } from './chartOf.ts'
import type { RecordSelection } from './visibleRecord.ts'

/** What is on file for a patient, newest first; closed to an attorney once the consent was revoked. */
export async function listRecords(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
  selection: RecordSelection = {},
): Promise<Page<PatientRecord>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    authorize(inside, 'record.view', chartOf(inside, patient), {
      resourceType: 'patient',
      resourceId: patientId,
    })
    const found = await readPage(
      page,
      [
        { field: 'createdAt', direction: 'desc', kind: 'instant' },
        { field: 'id', direction: 'desc', kind: 'key' },
      ],
      (query) =>
        inside.db.patientRecord.findMany({
          ...selection,
          ...query,
          where: { AND: [{ patientId, deletedAt: null }, query.where] },
        }),
    )
    await auditListed(inside, 'patient_record', { filters: [], count: found.rows.length, patientId })
    return found
  })
}
