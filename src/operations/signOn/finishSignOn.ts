import type { Role } from '#domain/access/actor.ts'
import { networkOf } from '#domain/access/network.ts'
import { Failure } from '#domain/errors.ts'
import { signOnUserInput } from '#domain/users/inputs.ts'
import { roleFromGroups, SIGN_ON_FAILED, SIGN_ON_NO_ROLE, SIGN_ON_UNKNOWN } from '#domain/users/signOn.ts'
import type { SignOnClaims, SignOnFlow, SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { storeUser } from '../users/addUser.ts'
import { confirmBySignOn } from './confirmBySignOn.ts'
import { connectSignOn, storeIdentity } from './connectSignOn.ts'
import { findProvider } from './findProvider.ts'
import { openSignOnSession, type SignOnTicket, signOnRefusal, ticketFor } from './openSignOnSession.ts'

/** A new session, a sign-in that waits for a second factor, or `null` if a signed-in user connected an account or confirmed. */
export type SignedOn =
  | { sid: string; deviceId: string; ticket?: undefined }
  | { ticket: SignOnTicket; sid?: undefined; deviceId?: undefined }
  | null

/**
 * Ends a sign-in at a provider. For a signed-in user it connects the account there, or confirms that it is them; for a visitor it
 * opens a session of the user who has connected the account. A user with a second factor here must show it next, unless the
 * provider says that it has seen one. Throws `unauthenticated` if a check fails, and `forbidden` for an account that is not
 * connected or has no role. The audit log records each failure.
 */
export async function finishSignOn(
  ctx: RequestContext,
  { providerId, query, flow }: { providerId: string; query: string; flow: SignOnFlow | null },
): Promise<SignedOn> {
  refuseKeys(ctx, 'session')
  const provider = findProvider(ctx, providerId)
  // Counted before the provider is asked.
  const tally = await ctx.signInLimits.signOn.consume(networkOf(ctx.request.ipAddress))
  if (tally.isOver) throw tooMany('sign in', tally)
  try {
    if (!flow) throw new Failure('unauthenticated', SIGN_ON_FAILED)
    const claims = await provider.finish(query, flow).catch((cause: unknown) => {
      throw new Failure('unauthenticated', SIGN_ON_FAILED, { cause })
    })
    if (ctx.actor) {
      const withActor = { ...ctx, actor: ctx.actor }
      await (flow.isAgain ? confirmBySignOn : connectSignOn)(withActor, provider, claims)
      return null
    }
    return await inTransaction(ctx, (inside) => arrive(inside, provider, claims))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await audit(ctx, {
      action: 'login_failed',
      resourceType: 'session',
      details: { provider: providerId, code: error.code },
    })
    throw error
  }
}

async function arrive(
  ctx: RequestContext,
  provider: SignOnProvider,
  claims: SignOnClaims,
): Promise<SignedOn> {
  const role = roleFromGroups(provider.roles, claims.groups)
  if (role === null) throw signOnRefusal(SIGN_ON_NO_ROLE)
  const { issuer, subject, sid, hasFactor, signedInAt } = claims
  const known = await ctx.db.signOnIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    include: { user: true },
  })
  const arrival = { issuer, subject, sid, role, hasFactor, signedInAt }
  if (known?.user.hasSecondFactor && !hasFactor) return { ticket: ticketFor(ctx, provider, arrival) }
  const userId = known?.userId ?? (await createUser(ctx, provider, claims, role ?? 'staff'))
  if (userId === null) throw signOnRefusal(SIGN_ON_UNKNOWN)
  return openSignOnSession(ctx, provider, arrival, userId)
}

/**
 * Creates an account for an unknown user if the provider may, with a name and an address that an administrator could enter. Never
 * for an address that an account here has.
 */
async function createUser(
  ctx: RequestContext,
  provider: SignOnProvider,
  claims: SignOnClaims,
  role: Role,
): Promise<string | null> {
  const { verifiedEmail, firstName, lastName } = claims
  const stated = signOnUserInput.safeParse({ email: verifiedEmail, firstName, lastName })
  if (!provider.createsUsers || !stated.success) return null
  const user = stated.data
  if (await ctx.db.user.findFirst({ where: { email: user.email, deletedAt: null }, select: { id: true } }))
    return null
  const { id } = await storeUser(ctx, { ...user, role, passwordHash: null }, { by: provider.name })
  await storeIdentity(ctx, id, provider, claims)
  return id
}
