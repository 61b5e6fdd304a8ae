import { createApiKeyInput } from '#domain/apiKeys/inputs.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { ApiKey } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'

const DAY = 86_400_000

/** Makes a key that acts as a user. Its secret is in this answer and nowhere else: only its hash is kept. */
export const createApiKey = operation(
  createApiKeyInput,
  async (ctx, { userId, name, scope, expiresInDays }): Promise<{ apiKey: ApiKey; secret: string }> => {
    authorize(ctx, 'apiKey.manage')
    await refuseUser(ctx, userId)
    const secret = ctx.apiKeySecrets.make()
    const apiKey = await ctx.db.apiKey.create({
      data: {
        userId,
        name,
        scope,
        secretHash: ctx.apiKeySecrets.hash(secret),
        createdById: ctx.actor.id,
        createdAt: ctx.now(),
        expiresAt: new Date(ctx.now().getTime() + expiresInDays * DAY),
      },
    })
    await audit(ctx, {
      action: 'created',
      resourceType: 'api_key',
      resourceId: apiKey.id,
      details: { userId, scope, expiresInDays },
    })
    return { apiKey, secret }
  },
)

async function refuseUser({ db }: OperationContext, userId: string): Promise<void> {
  const user = isUuid(userId) ? await db.user.findFirst({ where: { id: userId, deletedAt: null } }) : null
  if (!user) throw notFound('User', userId)
  if (!user.isActive) throw invalid({ userId: 'Choose an active user' })
}
