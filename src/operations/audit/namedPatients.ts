import type { AuditLog } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** The patients of audit rows, by the ID of the row. */
export async function namedPatients(
  { db }: OperationContext,
  rows: readonly Pick<AuditLog, 'id' | 'patientScope'>[],
): Promise<Map<string, string[]>> {
  const ids = rows.filter(({ patientScope }) => patientScope === 'named').map(({ id }) => id)
  const found =
    ids.length > 0 ? await db.auditLogPatients.findMany({ where: { auditLogId: { in: ids } } }) : []
  return new Map(found.map(({ auditLogId, patientIds }) => [auditLogId, patientIds]))
}
