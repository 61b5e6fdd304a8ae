import { policy } from '#domain/access/policy.ts'
import { type ApiKeyScope, canWrite } from '#domain/apiKeys/scopes.ts'
import type { ApiKey, User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { userNames } from '../users/findUsers.ts'

const DAY = 86_400_000

/** A new API key and its secret, which is not stored. */
export type NewKey = { apiKey: ApiKey; secret: string }

/** Adds an API key for a user whose row is locked. Alerts all administrators if the key can make changes. */
export async function addKey(
  ctx: OperationContext,
  user: User,
  { name, scopes, expiresInDays }: { name: string; scopes: ApiKeyScope[]; expiresInDays: number },
): Promise<NewKey> {
  refuseScopes(user, scopes)
  const secret = ctx.apiKeySecrets.make()
  const apiKey = await ctx.db.apiKey.create({
    data: {
      userId: user.id,
      name,
      scopes,
      roleAtCreation: user.role,
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
    details: { userId: user.id, scopes, role: user.role, expiresInDays },
  })
  if (canWrite(scopes)) {
    const nameOf = await userNames(ctx, [ctx.actor.id, user.id])
    await sendAlert(ctx, 'api_key_created', { by: nameOf(ctx.actor.id), key: name, user: nameOf(user.id) })
  }
  return { apiKey, secret }
}

const scopesBeyondRoles: readonly string[] = Object.values(policy).flatMap((rule) =>
  'scopeGrants' in rule ? [rule.scope] : [],
)

/** Throws `invalid` if an attorney's key would get a scope that reaches beyond the attorney's own patients. */
function refuseScopes({ role }: User, scopes: readonly ApiKeyScope[]): void {
  if (role !== 'attorney' || !scopes.some((scope) => scopesBeyondRoles.includes(scope))) return
  throw invalid({
    scopes:
      'The key of an attorney cannot import patients, read the audit log, manage users or manage webhooks',
  })
}
