import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'
import { openSessions } from './openSessions.ts'

/** Where one is signed in oneself, so that a session nobody remembers is noticed. */
export const listMySessions = unwrapped(z.strictObject({}), async (ctx) => {
  authorize(ctx, 'session.manage')
  return openSessions(ctx, ctx.actor.id)
})
