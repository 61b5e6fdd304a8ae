import type { AuditLog } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { Bound, PageQuery } from '../paging.ts'
import { type AuditFilters, filterNames, matchingRows, preferExactIndex } from './auditFilters.ts'
import { rowsAboutPatient } from './rowsAboutPatient.ts'

/** Includes the row's place in the audit chain and its hash, which other queries leave out. */
const nothing = { lane: false, position: false, hash: false }

/**
 * One page of the filtered audit log. With a patient, also includes the lists and exports that returned the patient.
 * Without one, leaves out further pages of a list, unless `isUnmerged`.
 */
export async function readAuditRows(
  ctx: OperationContext,
  filters: AuditFilters,
  query: PageQuery,
  bounds: readonly Bound[],
  { isUnmerged = false } = {},
): Promise<AuditLog[]> {
  const { patientId, ...others } = filters
  if (filterNames(others).length > 0) await preferExactIndex(ctx)
  if (patientId) {
    const ids = await rowsAboutPatient(ctx, patientId, filters, query, bounds)
    return ctx.db.auditLog.findMany({ omit: nothing, where: { id: { in: ids } }, orderBy: query.orderBy })
  }
  const where = [matchingRows(filters, ctx.timeZone), isUnmerged ? {} : { continuesId: null }, query.where]
  return ctx.db.auditLog.findMany({ ...query, omit: nothing, where: { AND: where } })
}
