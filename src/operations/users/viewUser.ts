import { userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { knownUser } from './knownUser.ts'

/** One account, as administrators manage it. */
export const viewUser = operation(userInput, async (ctx, { userId }): Promise<User> => {
  authorize(ctx, 'user.list')
  const user = await knownUser(ctx, userId)
  await audit(ctx, { action: 'viewed', resourceType: 'user', resourceId: userId })
  return user
})
