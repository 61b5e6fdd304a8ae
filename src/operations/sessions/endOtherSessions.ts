import * as z from 'zod/mini'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { endSessions } from './openSessions.ts'

/** Signs oneself out everywhere else, and tells of how many sessions. */
export const endOtherSessions = operation(z.strictObject({}), async (ctx): Promise<number> => {
  authorize(ctx, 'session.manage')
  const ended = await endSessions(ctx, ctx.actor.id, ctx.sid)
  await auditAll(
    ctx,
    ended.map((resourceId) => ({ action: 'logout', resourceType: 'session', resourceId })),
  )
  return ended.length
})
