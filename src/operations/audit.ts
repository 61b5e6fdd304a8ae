import type { AuditAction } from '#domain/audit/descriptions.ts'
import type { Visit } from './context.ts'

/** What is recorded of an act: field names and ids, never values, note text or secrets. */
export type AuditEntry = {
  action: AuditAction
  resourceType: string
  resourceId?: string | null | undefined
  patientId?: string | null | undefined
  /** Whose act it was, where the visitor is not signed in (yet). */
  userId?: string | null
  details?: Record<string, string | number | boolean | null | string[]>
}

/** Writes the row in the transaction of `ctx`: if it cannot be written, the act does not happen. */
export async function audit(ctx: Visit, entry: AuditEntry): Promise<void> {
  await ctx.db.auditLog.createMany({
    data: [
      {
        action: entry.action,
        resourceType: entry.resourceType,
        resourceId: entry.resourceId ?? null,
        patientId: entry.patientId ?? null,
        userId: entry.userId === undefined ? (ctx.actor?.id ?? null) : entry.userId,
        ...(entry.details && { details: entry.details }),
        ipAddress: ctx.request.ipAddress,
        userAgent: ctx.request.userAgent,
        requestId: ctx.request.id,
        createdAt: ctx.now(),
      },
    ],
  })
}

/** One row per list or search: the names of the filters and the count, no terms. Paging on writes no more. */
export async function auditListed(
  ctx: Visit,
  resourceType: string,
  { filters, count, patientId }: { filters: string[]; count: number; patientId?: string },
): Promise<void> {
  const list = [resourceType, patientId, ...filters].join(' ')
  if (ctx.request.listed.has(list)) return
  ctx.request.listed.add(list)
  await audit(ctx, { action: 'listed', resourceType, patientId, details: { filters, count } })
}
