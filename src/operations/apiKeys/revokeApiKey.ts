import { revokeApiKeyInput } from '#domain/apiKeys/inputs.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { ApiKey } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
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
