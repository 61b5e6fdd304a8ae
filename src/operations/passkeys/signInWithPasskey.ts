import { networkOf } from '#domain/access/network.ts'
import { Failure } from '#domain/errors.ts'
import { signInWithPasskeyInput } from '#domain/factors/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { openSession, type SignedIn } from '../sessions/openSession.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { isPasswordClosed } from '../signOn/passwordClosed.ts'
import { challengeGone, takeChallenge } from './challenges.ts'
import { type CheckedPasskey, checkPasskey, spendPasskey } from './checkPasskey.ts'

const REFUSED = 'This passkey does not work here. Sign in another way.'

/**
 * Opens a session with a passkey alone. The device has verified its user, so it is both the factor that the user has and the one that
 * the user knows or is. An unknown passkey, a wrong answer and an inactive account get the same error, `unauthenticated`. Throws
 * `conflict` for a challenge that was used or is too old.
 */
export const signInWithPasskey = unwrapped(
  signInWithPasskeyInput,
  async (ctx: RequestContext, { challengeId, response }): Promise<SignedIn> => {
    refuseKeys(ctx, 'session')
    const network = networkOf(ctx.request.ipAddress)
    const tally = await ctx.signInLimits.passkey.consume(network)
    if (tally.isOver) throw tooMany('sign in', tally)
    const challenge = await takeChallenge(ctx, 'prove', challengeId)
    if (challenge === null) throw challengeGone()
    const checked = await checkPasskey(ctx, { challenge, response }, null)
    const signedIn = checked && (await inTransaction(ctx, (inside) => open(inside, checked)))
    if (!signedIn) {
      await audit(ctx, {
        action: 'login_failed',
        resourceType: 'session',
        userId: checked?.userId ?? null,
        details: { factor: 'passkey' },
      })
      throw new Failure('unauthenticated', REFUSED)
    }
    await ctx.signInLimits.passkey.giveBack(network)
    return signedIn
  },
)

async function open(ctx: RequestContext, checked: CheckedPasskey): Promise<SignedIn | null> {
  // Locked, so that a deactivation waits and then ends the new session, or comes first.
  const active = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${checked.userId}::uuid AND is_active AND deleted_at IS NULL FOR SHARE`
  if (active.length === 0) return null
  const user: User = await ctx.db.user.findUniqueOrThrow({ where: { id: checked.userId } })
  // A provider that closes passwords closes every sign-in that is not its own.
  if (await isPasswordClosed(ctx, user)) return null
  return (await spendPasskey(ctx, checked)) ? openSession(ctx, user, 'passkey') : null
}
