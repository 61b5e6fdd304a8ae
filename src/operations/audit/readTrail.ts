import type { AuditLog } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { Bound, PageQuery } from '../paging.ts'
import { rowsAboutPatient } from './rowsAboutPatient.ts'
import { filterNames, matchingRows, preferExactIndex, type TrailFilters } from './trailFilters.ts'

/**
 * The rows of the audit log that the filters leave, for one page. With a patient, also the lists and exports that
 * returned the patient; without one, further pages of a list are left out, unless `isUnmerged`.
 */
export async function readTrail(
  ctx: OperationContext,
  filters: TrailFilters,
  query: PageQuery,
  bounds: readonly Bound[],
  { isUnmerged = false } = {},
): Promise<AuditLog[]> {
  const { patientId, ...others } = filters
  if (filterNames(others).length > 0) await preferExactIndex(ctx)
  if (patientId) {
    const ids = await rowsAboutPatient(ctx, patientId, filters, query, bounds)
    return ctx.db.auditLog.findMany({ where: { id: { in: ids } }, orderBy: query.orderBy })
  }
  const where = [matchingRows(filters, ctx.timeZone), isUnmerged ? {} : { continuesId: null }, query.where]
  return ctx.db.auditLog.findMany({ ...query, where: { AND: where } })
}
