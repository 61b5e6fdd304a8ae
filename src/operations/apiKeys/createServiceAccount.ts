import { v7 as newKey } from 'uuid'
import { createServiceAccountInput } from '#domain/apiKeys/inputs.ts'
import { SERVICE_LAST_NAME, serviceAddress } from '#domain/users/serviceAccount.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { activeUserForUpdate } from '../users/findUsers.ts'
import { actorForUpdate } from '../users/forUpdate.ts'

import { addKey, type NewKey } from './addKey.ts'

/**
 * Creates a service account and its first key. It has the staff role and cannot sign in. Its owner is the acting
 * administrator, unless the input names another person.
 */
export const createServiceAccount = operation(
  createServiceAccountInput,
  async (ctx, { name, ownerId, keyName, scopes, expiresInDays }): Promise<NewKey> => {
    authorize(ctx, 'apiKey.manage')
    await requireStepUp(ctx, { resourceType: 'api_key' })
    await actorForUpdate(ctx)
    const owner = await activeUserForUpdate(ctx, ownerId ?? ctx.actor.id, 'ownerId', { isPerson: true })
    const id = newKey()
    const account = await ctx.db.user.create({
      data: {
        id,
        kind: 'service',
        ownerId: owner.id,
        firstName: name,
        lastName: SERVICE_LAST_NAME,
        email: serviceAddress(id),
        passwordHash: null,
        role: 'staff',
        emailAlerts: false,
        createdAt: ctx.now(),
      },
    })
    await audit(ctx, {
      action: 'created',
      resourceType: 'user',
      resourceId: id,
      details: { kind: 'service', ownerId: owner.id, role: account.role },
    })
    return addKey(ctx, account, { name: keyName, scopes, expiresInDays })
  },
)
