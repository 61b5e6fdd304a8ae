import { userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { forgetAttempts } from '../sessions/countAttempt.ts'
import { userForUpdate } from './userForUpdate.ts'

/** Lifts what wrong passwords have closed of an account, so that the user may try again at once. */
export const unlockUser = operation(userInput, async (ctx, { userId }): Promise<User> => {
  authorize(ctx, 'user.unlock', { userId }, { resourceType: 'user', resourceId: userId })
  const user = await userForUpdate(ctx, userId)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    details: { fields: ['lockedUntil'] },
  })
  // The counts are no part of the transaction: they go last, when nothing but the commit is left to fail.
  await forgetAttempts(ctx, user)
  return user
})
