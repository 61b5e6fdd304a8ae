import { userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { forgetAttempts } from '../sessions/countAttempt.ts'
import { userForUpdate } from './userForUpdate.ts'

/** Unlocks an account after failed sign-ins, so that the user may try again at once. */
export const unlockUser = operation(userInput, async (ctx, { userId }): Promise<User> => {
  authorize(ctx, 'user.unlock', { userId }, { resourceType: 'user', resourceId: userId })
  const user = await userForUpdate(ctx, userId)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    details: { fields: ['lockedUntil'] },
  })
  // The counters are not part of the transaction, so clear them last, when only the commit could still fail.
  await forgetAttempts(ctx, user)
  return user
})
