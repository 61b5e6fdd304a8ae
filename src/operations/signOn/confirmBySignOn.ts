import type { SignOnClaims, SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { markProven } from '../sessions/requireStepUp.ts'
import { signOnRefusal } from './openSignOnSession.ts'

/**
 * Confirms a sensitive action of a user who has just signed in at the provider once more. Throws `forbidden` for another account
 * there, and for a user with a second factor here if the provider has asked for none.
 */
export const confirmBySignOn = (
  ctx: OperationContext,
  provider: SignOnProvider,
  { issuer, subject, hasFactor }: SignOnClaims,
): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'factor.add')
    const userId = inside.actor.id
    const own = await inside.db.signOnIdentity.findFirst({
      where: { userId, issuer, subject },
      include: { user: true },
    })
    if (!own) throw signOnRefusal('This is not the account that you connected. Sign in with yours.')
    if (own.user.hasSecondFactor && !hasFactor)
      throw signOnRefusal('Confirm with your second factor. The provider has asked for none.')
    await markProven(inside)
    await audit(inside, {
      action: 'updated',
      resourceType: 'session',
      details: { fields: ['provenAt'], factor: 'provider', provider: provider.id },
    })
  })
