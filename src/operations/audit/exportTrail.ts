import { type AuditListInput, auditListInput } from '#domain/audit/inputs.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { newestFirst } from '../paging.ts'
import { type PartArgs, type ReportPart, readPart, type Table } from '../reports/part.ts'
import { type NamedAuditLog, withNames } from './listAuditLogs.ts'
import { filterNames, matchingRows, preferExactIndex } from './trailFilters.ts'

const columns: Table<NamedAuditLog>['columns'] = {
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  action: ({ action }) => action,
  resourceType: ({ resourceType }) => resourceType,
  resourceId: ({ resourceId }) => resourceId,
  userName: ({ userName }) => userName,
  userId: ({ userId }) => userId,
  patientName: ({ patientName }) => patientName,
  patientId: ({ patientId }) => patientId,
  details: ({ details }) => details as object | null,
  ipAddress: ({ ipAddress }) => ipAddress,
  userAgent: ({ userAgent }) => userAgent,
  requestId: ({ requestId }) => requestId,
  id: ({ id }) => id,
}

/** A part of the filtered trail, newest first, to be written down somewhere else. That it left is recorded. */
export function exportTrail(
  ctx: OperationContext,
  raw: AuditListInput,
  part: PartArgs = {},
): Promise<ReportPart> {
  const filters = parse(auditListInput, raw)
  const names = filterNames(filters)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'audit.read')
    // Before the rows are read, so that the export itself is not among them again and again.
    await auditExported(inside, 'audit_log', names)
    if (names.length > 0) await preferExactIndex(inside)
    const where = matchingRows(filters, ctx.timeZone)
    return readPart(
      {
        order: newestFirst,
        columns,
        fetch: async (query) =>
          withNames(
            inside,
            await inside.db.auditLog.findMany({ ...query, where: { AND: [where, query.where] } }),
          ),
      },
      part,
    )
  })
}
