import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'

/** A provider of single sign-on, and whether the user has connected an account there. */
export type SignOnConnection = { id: string; name: string; isConnected: boolean }

/** The providers, for the user's settings. Not audited, because it has only the user's own data. */
export const listSignOnConnections = unwrapped(
  z.strictObject({}),
  async (ctx): Promise<SignOnConnection[]> => {
    authorize(ctx, 'session.manage')
    if (ctx.signOn.length === 0) return []
    const own = await ctx.db.signOnIdentity.findMany({
      where: { userId: ctx.actor.id },
      select: { issuer: true },
    })
    return ctx.signOn.map(({ id, name, issuer }) => ({
      id,
      name,
      isConnected: own.some((one) => one.issuer === issuer),
    }))
  },
)

/**
 * Asks for a fresh confirmation before the browser leaves for a provider to connect an account. `connectSignOn` needs one, and
 * the page to which the provider returns cannot ask for it. Throws `step_up_required`.
 */
export const prepareSignOnConnection = unwrapped(z.strictObject({}), async (ctx): Promise<true> => {
  authorize(ctx, 'session.manage')
  await requireStepUp(ctx)
  return true
})
