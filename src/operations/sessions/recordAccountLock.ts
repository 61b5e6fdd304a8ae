import { showExactly } from '#domain/dates.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import type { AccountLock } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { accountKey } from './countAttempt.ts'

/**
 * Records that wrong passwords have locked an account, under the request that caused it, and alerts the administrators.
 * Does nothing if the account does not exist or has been unlocked since. Runs as a job, because the last wrong password
 * must cost the same for an unknown account (QUALITY S03).
 */
export function recordAccountLock(
  ctx: RequestContext,
  { userId, until, request }: AccountLock,
): Promise<void> {
  const context = { ...ctx, request: { ...ctx.request, ...request } }
  return inTransaction(context, async (inside) => {
    const user = userId && (await inside.db.user.findFirst({ where: { id: userId, deletedAt: null } }))
    if (!user || !(await isStillLocked(inside, user.email, until))) return
    const last = await inside.db.auditLog.findFirst({
      where: { userId: user.id, action: 'locked' },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    })
    // A job may run twice.
    if (Object(last?.details).until === until) return
    await audit(inside, {
      action: 'locked',
      resourceType: 'user',
      resourceId: user.id,
      userId: user.id,
      details: { until },
    })
    await sendAlert(inside, 'account_locked', {
      user: `${user.firstName} ${user.lastName}`,
      until: showExactly(new Date(until), inside.timeZone),
    })
  })
}

/** Returns false if the user signed in or an administrator lifted the lock. An expired lock is still reported. */
async function isStillLocked(
  { signInLimits: { account }, now }: RequestContext,
  email: string,
  until: string,
) {
  const key = accountKey(email)
  const tally = (await account.peek([key])).get(key)
  return (tally?.count ?? 0) >= account.points || now() >= new Date(until)
}
