import * as z from 'zod/mini'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'

/** Ends the caller's session. Does nothing without a session, so that signing out always works. */
export const signOut = unwrapped(z.strictObject({}), (ctx: RequestContext) =>
  inTransaction(ctx, async (inside) => {
    if (!inside.sid || !inside.actor) return
    await inside.db.session.deleteMany({ where: { sid: inside.sid } })
    await audit(inside, { action: 'logout', resourceType: 'session' })
  }),
)
