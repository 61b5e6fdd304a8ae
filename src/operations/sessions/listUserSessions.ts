import { userInput } from '#domain/users/inputs.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { knownUser } from '../users/knownUser.ts'
import { openSessions } from './openSessions.ts'

/** Returns a user's open sessions for an administrator. The view is recorded in the audit log. */
export const listUserSessions = operation(userInput, async (ctx, { userId }) => {
  authorize(ctx, 'user.endSessions')
  await knownUser(ctx, userId)
  const sessions = await openSessions(ctx, userId)
  await auditListed(ctx, 'session', { filters: ['userId'], count: sessions.length })
  return sessions
})
