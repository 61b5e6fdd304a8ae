import { Failure } from '#domain/errors.ts'
import { confirmAuthenticatorInput } from '#domain/factors/inputs.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit, auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { endSessions } from '../sessions/openSessions.ts'
import { markProven } from '../sessions/requireStepUp.ts'
import { holdUser } from '../users/forUpdate.ts'
import { makeRecoveryCodes } from './makeRecoveryCodes.ts'
import { acceptCode, countFactorAttempt } from './spendFactor.ts'

/** Minutes in which the first code of a new app must be entered. */
const START_MINUTES = 30

/**
 * Turns on the app that `startAuthenticator` began, once its first code is right, and replaces the previous one. All other sessions
 * of the user end, because they began without this factor. Returns the new recovery codes, which are shown once.
 */
export const confirmAuthenticator = unwrapped(
  confirmAuthenticatorInput,
  async (ctx: OperationContext, { code }): Promise<string[]> => {
    authorize(ctx, 'factor.add')
    await countFactorAttempt(ctx, ctx.actor.id)
    const codes = await inTransaction(ctx, (inside) => turnOn(inside, code))
    if (!codes)
      throw invalid({
        code: 'This code is wrong. Check that the phone shows the right time, and enter the newest code.',
      })
    return codes
  },
)

async function turnOn(ctx: OperationContext, code: string): Promise<string[] | null> {
  const { id: userId } = ctx.actor
  // Concurrent changes of one user's factors wait for each other.
  await holdUser(ctx, userId)
  const started = { userId, confirmedAt: null }
  await ctx.db.authenticatorApp.deleteMany({
    where: { ...started, createdAt: { lt: new Date(ctx.now().getTime() - START_MINUTES * 60_000) } },
  })
  if (!(await ctx.db.authenticatorApp.findFirst({ where: started })))
    throw new Failure('conflict', 'Start again: no app waits for its first code, or its secret has expired')
  const appId = await acceptCode(ctx, userId, code, { isConfirmed: false })
  if (!appId) return null
  await ctx.db.authenticatorApp.deleteMany({ where: { userId, confirmedAt: { not: null } } })
  await ctx.db.authenticatorApp.update({ where: { id: appId }, data: { confirmedAt: ctx.now() } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'authenticator_app',
    resourceId: appId,
    details: { fields: ['confirmedAt'] },
  })
  const ended = await endSessions(ctx, userId, ctx.sid)
  await auditAll(
    ctx,
    ended.map((resourceId) => ({ action: 'logout', resourceType: 'session', resourceId })),
  )
  await markProven(ctx)
  await ctx.signInLimits.secondFactor.forgive(userId, ctx.db)
  await sendAlert(ctx, 'second_factor_added', { users: [userId] })
  return makeRecoveryCodes(ctx)
}
