import { v7 as newKey } from 'uuid'
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
export const audit = (ctx: Visit, entry: AuditEntry): Promise<void> => auditAll(ctx, [entry])

/**
 * One row for each of many entities that changed together, in one statement whatever their number. By SQL of ours: every
 * request writes here, and Prisma plans a `createMany` anew each time (a third of a millisecond). Keys rise, as Prisma's
 * do: they say in which order acts of the same millisecond were done.
 */
export async function auditAll(ctx: Visit, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { id: requestId, ipAddress, userAgent } = ctx.request
  const createdAt = ctx.now()
  const by = ctx.actor?.key && { apiKey: ctx.actor.key.id }
  const acts = entries.map(({ userId = ctx.actor?.id ?? null, details, ...entry }) => ({
    ...entry,
    id: newKey(),
    userId,
    ...((details || by) && { details: { ...details, ...by } }),
  }))
  await ctx.db.$executeRaw`
    INSERT INTO audit_logs (id, user_id, patient_id, action, resource_type, resource_id, details, ip_address, user_agent,
        request_id, created_at)
    SELECT id, "userId", "patientId", action, "resourceType", "resourceId", details, ${ipAddress}, ${userAgent},
        ${requestId}, ${createdAt}
      FROM jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) AS act (id uuid, "userId" uuid, "patientId" uuid,
        action audit_action, "resourceType" text, "resourceId" text, details jsonb)`
}

/** One row per export, with the names of its filters, no terms. Reading on through its parts writes no more. */
export async function auditExported(
  ctx: Visit,
  resourceType: string,
  filters: string[],
  patientId?: string,
): Promise<void> {
  const taken = ['exported', resourceType, patientId, ...filters].join(' ')
  if (ctx.request.listed.has(taken)) return
  ctx.request.listed.add(taken)
  await audit(ctx, { action: 'exported', resourceType, patientId, details: { filters } })
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
