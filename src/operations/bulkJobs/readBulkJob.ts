import type { BulkJobOutcome } from '#domain/bulkJobs/bulkJob.ts'
import type { BulkJob, BulkJobRow, Patient, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'
import { visibleBulkJob } from './visibleBulkJob.ts'

/** Returns a job that the actor started, without its patients, or throws `not_found`. */
export async function readBulkJob(ctx: OperationContext, id: string): Promise<BulkJob> {
  authorize(ctx, 'patient.list')
  return visibleBulkJob(ctx, id)
}

/** A row with its patient, or `null` if the actor cannot see the patient now. */
export type BulkJobResult = BulkJobRow & { patient: Patient | null }

const inOrder: readonly SortColumn[] = [{ field: 'position', direction: 'asc', kind: 'number' }]

/** Returns the results of a job's rows in order. The list is audited. */
export const listBulkJobRows = (
  ctx: OperationContext,
  { id, outcome }: { id: string; outcome?: BulkJobOutcome | null | undefined },
  page: PageArgs,
): Promise<Page<BulkJobResult>> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'patient.list')
    const job = await visibleBulkJob(inside, id)
    const which: Prisma.BulkJobRowWhereInput = { jobId: job.id, ...(outcome && { outcome }) }
    const found = await readPage(page, inOrder, async ({ where, ...query }) => {
      const rows = await inside.db.bulkJobRow.findMany({ ...query, where: { AND: [which, where] } })
      return withPatients(inside, rows)
    })
    await auditListed(inside, 'bulk_job', {
      filters: outcome ? ['outcome'] : [],
      count: found.rows.length,
      patientIds: found.rows.map(({ node }) => node.patient?.id ?? null),
      page: { asked: { id, outcome }, args: page, found },
    })
    return found
  })

async function withPatients(ctx: OperationContext, rows: readonly BulkJobRow[]): Promise<BulkJobResult[]> {
  const ids = rows.map(({ patientId }) => patientId)
  const patients = await ctx.db.patient.findMany({
    where: { AND: [{ id: { in: ids } }, patientsVisibleTo(ctx)] },
  })
  const byId = new Map(patients.map((patient) => [patient.id, patient]))
  return rows.map((row) => ({ ...row, patient: byId.get(row.patientId) ?? null }))
}
