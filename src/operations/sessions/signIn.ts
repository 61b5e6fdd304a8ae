import { v7 as newKey } from 'uuid'
import { networkOf } from '#domain/access/network.ts'
import { signInInput } from '#domain/users/credentials.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { isPasswordClosed } from '../signOn/passwordClosed.ts'
import { alertNewDevice } from './alertNewDevice.ts'
import { type Attempt, countAtNetwork, countOnDevice, wrongPassword } from './countAttempt.ts'
import { findKnownDevice, rememberDevice } from './knownDevices.ts'
import { asViewer, type Viewer } from './recognizeVisitor.ts'
import { refuseKeys } from './refuseKeys.ts'
import { startSession } from './startSession.ts'

type SignedIn = {
  user: Viewer
  sid: string
  /** The ID for the device cookie, by which sign-in limits recognize this browser. */
  deviceId: string
}

/**
 * Opens a session. An unknown address, a wrong password and an inactive account get the same response in the same time
 * (DECISIONS): Caseload always verifies a password and writes one row for each failure. Unknown browsers on one network
 * wait for each other, so that colleagues who arrive together do not use up each other's attempts. Known devices do not
 * wait.
 */
export const signIn = unwrapped(
  signInInput,
  async (ctx: RequestContext, { email, password }): Promise<SignedIn> => {
    refuseKeys(ctx, 'session')
    const user = await ctx.db.user.findFirst({
      where: { email, deletedAt: null },
      omit: { passwordHash: false },
    })
    const knownDevice = await findKnownDevice(ctx, user?.id ?? null)
    if (user && knownDevice)
      return checkPassword(ctx, user, password, await countOnDevice(ctx, user, knownDevice))
    return ctx.mutex(networkOf(ctx.request.ipAddress), async () =>
      checkPassword(ctx, user, password, await countAtNetwork(ctx, email, user)),
    )
  },
)

async function checkPassword(
  ctx: RequestContext,
  user: User | null,
  password: string,
  attempt: Attempt,
): Promise<SignedIn> {
  const matches = await ctx.passwords.verify(attempt.isCompared && user ? user.passwordHash : null, password)
  // Asked only after the right password, so that guesses cost the same.
  if (!user || !matches || !user.isActive || (await isPasswordClosed(ctx, user))) {
    await inTransaction(ctx, (inside) => recordFailure(inside, user?.id ?? null, attempt.lockedUntil))
    throw attempt.failure
  }
  await attempt.succeeded()
  return inTransaction(ctx, async (inside) => {
    await refuseIfChanged(inside, user)
    if (inside.sid) await inside.db.session.deleteMany({ where: { sid: inside.sid } })
    const sid = await startSession(inside, user.id)
    await alertNewDevice(inside, user.id)
    const deviceId = await rememberDevice(inside, user.id)
    await audit(inside, { action: 'login', resourceType: 'session', userId: user.id })
    return { user: asViewer(user), sid, deviceId }
  })
}

/**
 * Throws if the user was deactivated or got a new password while this password was verified. Locks the row, so that a
 * later change waits and then ends the new session.
 */
async function refuseIfChanged(ctx: RequestContext, { id, passwordHash }: User): Promise<void> {
  const same = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${id}::uuid AND password_hash = ${passwordHash} AND is_active
      AND deleted_at IS NULL FOR SHARE`
  if (same.length === 0) throw wrongPassword()
}

/**
 * Records the failure. The last allowed failure locks the account for the rest of the window. A job reports the lock. The
 * job is queued even if the account does not exist, so that the response costs the same.
 */
async function recordFailure(
  ctx: RequestContext,
  userId: string | null,
  lockedUntil: Date | null,
): Promise<void> {
  await audit(ctx, { action: 'login_failed', resourceType: 'session', userId })
  if (!lockedUntil) return
  const { id, ipAddress, userAgent } = ctx.request
  const lock = { userId, until: lockedUntil.toISOString(), request: { id, ipAddress, userAgent } }
  await enqueue(ctx, 'tell_account_locked', lock, { runAt: ctx.now(), key: `account_locked:${newKey()}` })
}
