import { notFound } from '#domain/errors.ts'
import { endSessionInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { sessionKey } from './openSessions.ts'

/** Ends one of one's own sessions; of another's it is as if there were none. Tells whether it was the one that asks. */
export const endSession = operation(
  endSessionInput,
  async (ctx, { sessionId }): Promise<{ wasCurrent: boolean }> => {
    authorize(ctx, 'session.manage')
    const own = await ctx.db.session.findMany({
      where: { userId: ctx.actor.id, expire: { gt: ctx.now() } },
      select: { sid: true },
    })
    const sid = own.find((one) => sessionKey(one.sid) === sessionId)?.sid
    const { count } = sid ? await ctx.db.session.deleteMany({ where: { sid } }) : { count: 0 }
    if (count === 0) throw notFound('Session', sessionId)
    await audit(ctx, { action: 'logout', resourceType: 'session', resourceId: sessionId })
    return { wasCurrent: sid === ctx.sid }
  },
)
