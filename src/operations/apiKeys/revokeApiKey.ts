import { revokeApiKeyInput } from '#domain/apiKeys/inputs.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { ApiKey } from '#infra/prisma/client.ts'
import { audit, auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { operation } from '../operation.ts'

/** Revokes a key permanently. Its row stays, so that the audit log can show its name. */
export const revokeApiKey = operation(revokeApiKeyInput, async (ctx, { apiKeyId }): Promise<ApiKey> => {
  authorize(ctx, 'apiKey.manage')
  const apiKey = isUuid(apiKeyId) ? await ctx.db.apiKey.findUnique({ where: { id: apiKeyId } }) : null
  if (!apiKey) throw notFound('API key', apiKeyId)
  const { count } = await ctx.db.apiKey.updateMany({
    where: { id: apiKeyId, revokedAt: null },
    data: { revokedAt: ctx.now() },
  })
  if (count === 0) throw new Failure('conflict', 'This API key is already revoked')
  await audit(ctx, {
    action: 'updated',
    resourceType: 'api_key',
    resourceId: apiKeyId,
    details: { fields: ['revokedAt'], userId: apiKey.userId },
  })
  return ctx.db.apiKey.findUniqueOrThrow({ where: { id: apiKeyId } })
})

/** Revokes all keys of a user. Writes one audit row with the reason for each. */
export async function revokeKeys(ctx: RequestContext, userId: string, reason: string): Promise<void> {
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
