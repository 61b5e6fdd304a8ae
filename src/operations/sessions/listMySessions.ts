import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'
import { openSessions } from './openSessions.ts'

/** Returns the user's own open sessions, so that the user can notice one that is not theirs. */
export const listMySessions = unwrapped(z.strictObject({}), async (ctx) => {
  authorize(ctx, 'session.manage')
  return openSessions(ctx, ctx.actor.id)
})
