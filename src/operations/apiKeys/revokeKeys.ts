import { auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'

/** Revokes all keys of a user. Writes one audit row with the reason for each. */
export async function revokeKeys(ctx: OperationContext, userId: string, reason: string): Promise<void> {
  const where = { userId, revokedAt: null }
  const keys = await ctx.db.apiKey.findMany({ where, select: { id: true } })
  await ctx.db.apiKey.updateMany({ where, data: { revokedAt: ctx.now() } })
  await auditAll(
    ctx,
    keys.map(({ id }) => ({
      action: 'updated',
      resourceType: 'api_key',
      resourceId: id,
      details: { fields: ['revokedAt'], userId, reason },
    })),
  )
}
