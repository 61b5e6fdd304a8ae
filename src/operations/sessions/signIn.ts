import { v7 as newKey } from 'uuid'
import { networkOf } from '#domain/access/network.ts'
import { factorRequired } from '#domain/errors.ts'
import type { ShownFactor } from '#domain/factors/inputs.ts'
import { signInInput } from '#domain/users/signInInput.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { type FactorKind, factorOf, withFactor } from '../factors/spendFactor.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { isPasswordClosed } from '../signOn/passwordClosed.ts'
import { type Attempt, countAtNetwork, countOnDevice, wrongPassword } from './countAttempt.ts'
import { findKnownDevice } from './knownDevices.ts'
import { openSession, type SignedIn } from './openSession.ts'
import { refuseKeys } from './refuseKeys.ts'
import { proofsOf } from './requireStepUp.ts'

/**
 * Opens a session. An unknown address, a wrong password and an inactive account get the same response in the same time
 * (DECISIONS): Caseload always verifies a password and writes one row for each failure. Unknown browsers on one network
 * wait for each other, so that colleagues who arrive together do not use up each other's attempts. Known devices do not
 * wait.
 *
 * A user with a second factor shows it in the same call. Nothing is kept between the password and the code, so there is no
 * half session that could be used for anything. Throws `factor_required` if only the password was given.
 */
export const signIn = unwrapped(
  signInInput,
  async (ctx: RequestContext, { email, password, ...shown }): Promise<SignedIn> => {
    refuseKeys(ctx, 'session')
    const user = await ctx.db.user.findFirst({
      where: { email, deletedAt: null },
      omit: { passwordHash: false },
    })
    const knownDevice = await findKnownDevice(ctx, user?.id ?? null)
    if (user && knownDevice)
      return checkPassword(ctx, user, { password, ...shown }, await countOnDevice(ctx, user, knownDevice))
    return ctx.mutex(networkOf(ctx.request.ipAddress), async () =>
      checkPassword(ctx, user, { password, ...shown }, await countAtNetwork(ctx, email, user)),
    )
  },
)

async function checkPassword(
  ctx: RequestContext,
  user: User | null,
  { password, ...shown }: { password: string } & ShownFactor,
  attempt: Attempt,
): Promise<SignedIn> {
  const matches = await ctx.passwords.verify(attempt.isCompared && user ? user.passwordHash : null, password)
  // Asked only after the right password, so that guesses cost the same.
  if (!user || !matches || !user.isActive || (await isPasswordClosed(ctx, user))) {
    await inTransaction(ctx, (inside) => recordFailure(inside, user?.id ?? null, attempt.lockedUntil))
    throw attempt.failure
  }
  if (!user.hasSecondFactor) {
    await attempt.succeeded()
    return inTransaction(ctx, (inside) => open(inside, user))
  }
  if (!shown.passkey && !shown.code && !shown.recoveryCode) {
    await attempt.undo()
    throw factorRequired(await proofsOf(ctx, user))
  }
  const signedIn = await withFactor(ctx, user.id, shown, {
    code: 'unauthenticated',
    accepted: (inside, factor) => open(inside, user, factor),
    refused: (inside) => recordFailure(inside, user.id, attempt.lockedUntil, { factor: factorOf(shown) }),
  })
  await attempt.succeeded()
  return signedIn
}

/** Opens the session if the account has not changed since its password was verified. */
async function open(ctx: RequestContext, user: User, factor?: FactorKind): Promise<SignedIn> {
  await refuseIfChanged(ctx, user)
  return openSession(ctx, user, factor)
}

/**
 * Throws if the user was deactivated, got a new password or set up a second factor while this password was verified. Locks the
 * row, so that a later change waits and then ends the new session.
 */
async function refuseIfChanged(
  ctx: RequestContext,
  { id, passwordHash, hasSecondFactor }: User,
): Promise<void> {
  const same = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${id}::uuid AND password_hash = ${passwordHash} AND is_active
      AND has_second_factor = ${hasSecondFactor} AND deleted_at IS NULL FOR SHARE`
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
  details?: { factor: FactorKind },
): Promise<void> {
  await audit(ctx, { action: 'login_failed', resourceType: 'session', userId, ...(details && { details }) })
  if (!lockedUntil) return
  const { id, ipAddress, userAgent } = ctx.request
  const lock = { userId, until: lockedUntil.toISOString(), request: { id, ipAddress, userAgent } }
  await enqueue(ctx, 'tell_account_locked', lock, { runAt: ctx.now(), key: `account_locked:${newKey()}` })
}
