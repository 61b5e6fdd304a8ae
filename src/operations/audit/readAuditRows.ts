import type { AuditLog } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { Bound, PageQuery } from '../paging.ts'
import { type AuditFilters, filterNames, matchingRows, preferExactIndex } from './auditFilters.ts'
import { rowsAboutPatient, rowsByUser } from './auditRowIds.ts'

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
  const byId = async (ids: Promise<string[]>) =>
    ctx.db.auditLog.findMany({ omit: nothing, where: { id: { in: await ids } }, orderBy: query.orderBy })
  if (patientId) return byId(rowsAboutPatient(ctx, patientId, filters, query, bounds))
  // With an action or a type of object, PostgreSQL has an index that fits better.
  if (filters.userId && !filters.action && !filters.resourceType)
    return byId(rowsByUser(ctx, { ...filters, isUnmerged }, query, bounds))
  const where = [matchingRows(filters, ctx.timeZone), isUnmerged ? {} : { continuesId: null }, query.where]
  return ctx.db.auditLog.findMany({ ...query, omit: nothing, where: { AND: where } })
}
