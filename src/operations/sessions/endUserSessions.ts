import { userInput } from '#domain/users/inputs.ts'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { knownUser } from '../users/knownUser.ts'
import { endSessions } from './openSessions.ts'

/** Signs somebody out everywhere, and tells of how many sessions; one's own are all ended too. */
export const endUserSessions = operation(userInput, async (ctx, { userId }): Promise<number> => {
  authorize(ctx, 'user.endSessions', { userId }, { resourceType: 'user', resourceId: userId })
  await knownUser(ctx, userId)
  const ended = await endSessions(ctx, userId, null)
  await auditAll(
    ctx,
    ended.map((resourceId) => ({
      action: 'deleted',
      resourceType: 'session',
      resourceId,
      details: { userId },
    })),
  )
  return ended.length
})
