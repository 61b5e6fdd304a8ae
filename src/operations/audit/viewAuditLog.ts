import * as z from 'zod/mini'
import { notFound } from '#domain/errors.ts'
import { identifier, isUuid } from '#domain/text.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { type NamedAuditLog, withNames } from './listAuditLogs.ts'

/** Returns one audit row with names. The view is recorded. */
export const viewAuditLog = operation(
  z.strictObject({ auditLogId: identifier }),
  async (ctx, { auditLogId }): Promise<NamedAuditLog> => {
    authorize(ctx, 'audit.read')
    const row = isUuid(auditLogId) ? await ctx.db.auditLog.findUnique({ where: { id: auditLogId } }) : null
    const [named] = row ? await withNames(ctx, [row]) : []
    if (!named) throw notFound('Audit log', auditLogId)
    await audit(ctx, {
      action: 'viewed',
      resourceType: 'audit_log',
      resourceId: auditLogId,
      patientId: named.patientId,
    })
    return named
  },
)
