import { type AuditListInput, auditListInput } from '#domain/audit/inputs.ts'
import type { AuditLog } from '#infra/prisma/client.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { newestFirst, type Page, readPage } from '../paging.ts'
import { onReplica } from '../reports/onReplica.ts'
import { PART, type PartArgs, partOf, type ReportPart, type Table } from '../reports/part.ts'
import { filterNames } from './auditFilters.ts'
import { type NamedAuditLog, withNames } from './listAuditLogs.ts'
import { readAuditRows } from './readAuditRows.ts'

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
  patientScope: ({ patientScope }) => patientScope,
  patientIds: ({ patientIds }) => (patientIds.length > 0 ? patientIds : null),
  continues: ({ continuesId }) => continuesId,
  userRole: ({ userRole }) => userRole,
  chain: ({ lane }) => lane,
  position: ({ position }) => Number(position),
  hash: ({ hash }) => Buffer.from(hash).toString('hex'),
}

/** Maximum patient IDs in one part, because each report row can name thousands of patients. */
const IDS_MAX = 100_000

/**
 * Returns a part of the filtered audit log for export, newest first. Rows are not merged: each page of a list has its
 * own row. The export is recorded.
 */
export function exportAuditLog(
  ctx: OperationContext,
  raw: AuditListInput,
  { first, after }: PartArgs = {},
): Promise<ReportPart> {
  const filters = parse(auditListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'audit.read')
    const { found, nodes } = await onReplica(inside, async (reading) => {
      const page = cutAtIds(
        await readPage(
          { first: first ?? PART, after },
          newestFirst,
          (query, bounds) => readAuditRows(reading, filters, query, bounds, { isUnmerged: true }),
          PART,
        ),
      )
      return {
        found: page,
        nodes: await withNames(
          reading,
          page.rows.map(({ node }) => node),
        ),
      }
    })
    await auditExported(inside, 'audit_log', {
      filters: filterNames(filters),
      patientId: filters.patientId ?? undefined,
      patientIds: nodes.map(({ patientId }) => patientId),
      page: { asked: filters, args: { after }, found },
    })
    const rows = nodes.map((node, at) => ({ node, cursor: found.rows[at]?.cursor ?? '' }))
    return partOf({ ...found, rows }, columns)
  })
}

/** Cuts the page where its rows have `IDS_MAX` patient IDs, but keeps at least one row. */
function cutAtIds(page: Page<AuditLog>): Page<AuditLog> {
  let ids = 0
  const end = page.rows.findIndex(({ node }, at) => {
    ids += node.patientCount ?? 0
    return at > 0 && ids > IDS_MAX
  })
  return end === -1 ? page : { ...page, rows: page.rows.slice(0, end), hasNextPage: true }
}
