import { showExactly } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { SIGN_ON_NOT_FRESH, SIGN_ON_OTHER_ADDRESS } from '#domain/users/signOn.ts'
import type { SignOnClaims, SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { hasFreshProof } from '../sessions/requireStepUp.ts'
import { actorForUpdate } from '../users/forUpdate.ts'

/**
 * Connects an account at a provider to the signed-in user. A sign-in or confirmation of the last 10 minutes is the proof that the
 * account here is theirs; the provider's verified address must be the same. Throws `forbidden` without that proof and for another
 * address, and `conflict` for an account that is connected to another user.
 */
export const connectSignOn = (
  ctx: OperationContext,
  provider: SignOnProvider,
  claims: SignOnClaims,
): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'session.manage')
    await actorForUpdate(inside)
    const { id: userId } = inside.actor
    const { issuer, subject, verifiedEmail } = claims
    const { email } = await inside.db.user.findUniqueOrThrow({ where: { id: userId } })
    if (verifiedEmail?.toLowerCase() !== email.toLowerCase())
      throw new Failure('forbidden', SIGN_ON_OTHER_ADDRESS, { subject: { resourceType: 'sign_on_identity' } })
    const known = await inside.db.signOnIdentity.findFirst({
      where: { issuer, OR: [{ subject }, { userId }] },
    })
    if (known?.userId === userId && known.subject === subject) return
    if (known) throw new Failure('conflict', 'Another account is connected already')
    // A redirect cannot ask in place, as the screens do.
    if (!hasFreshProof(inside))
      throw new Failure('forbidden', SIGN_ON_NOT_FRESH, { subject: { resourceType: 'sign_on_identity' } })
    await storeIdentity(inside, userId, provider, claims)
    await sendAlert(inside, 'sign_on_connected', {
      users: [userId],
      provider: provider.name,
      at: showExactly(inside.now(), inside.timeZone),
    })
  })

/** Stores that an account at a provider belongs to a user. */
export async function storeIdentity(
  ctx: RequestContext,
  userId: string,
  provider: Pick<SignOnProvider, 'id'>,
  { issuer, subject }: SignOnClaims,
): Promise<void> {
  const { id } = await ctx.db.signOnIdentity.create({
    data: { userId, issuer, subject, createdAt: ctx.now() },
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'sign_on_identity',
    resourceId: id,
    details: { userId, provider: provider.id },
  })
}
