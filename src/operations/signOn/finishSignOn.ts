import type { Role } from '#domain/access/actor.ts'
import { networkOf } from '#domain/access/network.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { roleFromGroups, SIGN_ON_FAILED, SIGN_ON_NO_ROLE, SIGN_ON_UNKNOWN } from '#domain/users/signOn.ts'
import type { SignOnClaims, SignOnFlow, SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { alertNewDevice } from '../sessions/alertNewDevice.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { rememberDevice } from '../sessions/knownDevices.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { startSession } from '../sessions/startSession.ts'
import { storeUser } from '../users/addUser.ts'
import { connectSignOn, storeIdentity } from './connectSignOn.ts'
import { followRole } from './followRole.ts'

/** A new session, or `null` if a signed-in user connected an account. */
export type SignedOn = { sid: string; deviceId: string } | null

/** The provider with this ID. Throws `not_found`. */
export function findProvider({ signOn }: Pick<RequestContext, 'signOn'>, id: string): SignOnProvider {
  const found = signOn.find((one) => one.id === id)
  if (!found) throw notFound('Provider', id)
  return found
}

/**
 * Ends a sign-in at a provider. For a signed-in user it connects the account there; for a visitor it opens a session of the
 * user to whom the account is connected. Throws `unauthenticated` if a check fails, and `forbidden` for an account that is not
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
      await connectSignOn({ ...ctx, actor: ctx.actor }, provider, claims)
      return null
    }
    return await inTransaction(ctx, (inside) => openSession(inside, provider, claims))
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

async function openSession(
  ctx: RequestContext,
  provider: SignOnProvider,
  claims: SignOnClaims,
): Promise<SignedOn> {
  const role = roleFromGroups(provider.roles, claims.groups)
  if (role === null) throw refusal(SIGN_ON_NO_ROLE)
  const { issuer, subject, sid } = claims
  const known = await ctx.db.signOnIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } })
  const userId = known?.userId ?? (await createUser(ctx, provider, claims, role ?? 'staff'))
  if (userId === null) throw refusal(SIGN_ON_UNKNOWN)
  // Locked, so that a deactivation waits and then ends the new session, or comes first.
  const active = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${userId}::uuid AND is_active AND deleted_at IS NULL FOR UPDATE`
  if (active.length === 0) throw refusal(SIGN_ON_UNKNOWN)
  if (role) await followRole(ctx, provider, userId, role)
  if (ctx.sid) await ctx.db.session.deleteMany({ where: { sid: ctx.sid } })
  const session = await startSession(ctx, userId, { signOn: { provider: provider.id, issuer, subject, sid } })
  await alertNewDevice(ctx, userId)
  const deviceId = await rememberDevice(ctx, userId)
  const details = { provider: provider.id }
  await audit(ctx, { action: 'login', resourceType: 'session', userId, details })
  return { sid: session, deviceId }
}

/** Creates an account for an unknown user if the provider may. Never for an address that an account here has. */
async function createUser(
  ctx: RequestContext,
  provider: SignOnProvider,
  claims: SignOnClaims,
  role: Role,
): Promise<string | null> {
  const { verifiedEmail: email, firstName, lastName } = claims
  if (!provider.createsUsers || !email || !firstName || !lastName) return null
  if (await ctx.db.user.findFirst({ where: { email, deletedAt: null }, select: { id: true } })) return null
  const { id } = await storeUser(ctx, { email, firstName, lastName, role, passwordHash: null })
  await storeIdentity(ctx, id, provider, claims)
  return id
}

const refusal = (message: string) =>
  new Failure('forbidden', message, { subject: { resourceType: 'session' } })
