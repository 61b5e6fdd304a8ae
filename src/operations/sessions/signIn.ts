import { v7 as newKey } from 'uuid'
import { networkOf } from '#domain/access/network.ts'
import { signInInput } from '#domain/users/credentials.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { type Attempt, countAtNetwork, countOnDevice, wrongPassword } from './countAttempt.ts'
import { findKnownDevice, rememberDevice } from './knownDevices.ts'
import { asViewer, type Viewer } from './recogniseVisitor.ts'
import { refuseKeys } from './refuseKeys.ts'
import { startSession } from './startSession.ts'

type SignedIn = {
  user: Viewer
  sid: string
  /** For the device cookie: by it this browser is known to sign-in limits from now on. */
  deviceId: string
}

/**
 * Opens a session. Unknown address, wrong password and inactive account get one answer in one time
 * (DECISIONS): the password is always worked through, and a failure writes one row either way. Strangers from one
 * network take turns, so that colleagues who arrive together do not use up each other's attempts. Known devices do not
 * wait for them.
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
    return ctx.inTurn(networkOf(ctx.request.ipAddress), async () =>
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
  if (!user || !matches || !user.isActive) {
    await inTransaction(ctx, (inside) => recordFailure(inside, user?.id ?? null, attempt.lockedUntil))
    throw attempt.failure
  }
  await attempt.succeeded()
  return inTransaction(ctx, async (inside) => {
    await refuseIfChanged(inside, user)
    if (inside.sid) await inside.db.session.deleteMany({ where: { sid: inside.sid } })
    const sid = await startSession(inside, user.id)
    const deviceId = await rememberDevice(inside, user.id)
    await audit(inside, { action: 'login', resourceType: 'session', userId: user.id })
    return { user: asViewer(user), sid, deviceId }
  })
}

/**
 * Whoever was let out, or given another password, while theirs was worked through does not come in behind it. The row
 * is held, so that from here on it is the change that waits, and then finds the new session to end.
 */
async function refuseIfChanged(ctx: RequestContext, { id, passwordHash }: User): Promise<void> {
  const same = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${id}::uuid AND password_hash = ${passwordHash} AND is_active
      AND deleted_at IS NULL FOR SHARE`
  if (same.length === 0) throw wrongPassword()
}

/**
 * Records the failure. One that uses up the attempts of an account locks it for the rest of the window; a job tells of
 * that, and is asked for even if there is no such account, so that the answer costs the same.
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
