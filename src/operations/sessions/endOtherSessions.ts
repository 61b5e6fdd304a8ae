import * as z from 'zod/mini'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { auditForgotten, forgetOtherDevices } from './knownDevices.ts'
import { endSessions } from './openSessions.ts'

/** Ends the user's other sessions and forgets their other devices. Returns the number of ended sessions. */
export const endOtherSessions = operation(z.strictObject({}), async (ctx): Promise<number> => {
  authorize(ctx, 'session.manage')
  const ended = await endSessions(ctx, ctx.actor.id, ctx.sid)
  await auditAll(
    ctx,
    ended.map((resourceId) => ({ action: 'logout', resourceType: 'session', resourceId })),
  )
  await auditForgotten(ctx, ctx.actor.id, await forgetOtherDevices(ctx, ctx.actor.id))
  return ended.length
})
