import { createApiKeyInput, requestedScopes } from '#domain/apiKeys/inputs.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { activeUserForUpdate } from '../users/findUsers.ts'
import { actorForUpdate } from '../users/forUpdate.ts'

import { addKey, type NewKey } from './addKey.ts'

/** Creates a key that acts as a user. Only this result contains its secret. The database stores its hash. */
export const createApiKey = operation(createApiKeyInput, async (ctx, input): Promise<NewKey> => {
  authorize(ctx, 'apiKey.manage')
  await requireStepUp(ctx, { resourceType: 'api_key' })
  await actorForUpdate(ctx)
  const { userId, name, expiresInDays } = input
  const user = await activeUserForUpdate(ctx, userId, 'userId')
  return addKey(ctx, user, { name, scopes: requestedScopes(input), expiresInDays })
})
