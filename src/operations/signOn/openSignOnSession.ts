import type { Role } from '#domain/access/actor.ts'
import { Failure } from '#domain/errors.ts'
import { SIGN_ON_UNKNOWN } from '#domain/users/signOn.ts'
import type { SignOnClaims, SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import type { FactorKind } from '../factors/spendFactor.ts'
import { alertNewDevice } from '../sessions/alertNewDevice.ts'
import { rememberDevice } from '../sessions/knownDevices.ts'
import { startSession } from '../sessions/startSession.ts'
import { followRole } from './followRole.ts'

/** What a session needs of a provider's checked answer, and the role that it gives; `undefined` if Caseload manages roles. */
export type Arrival = Pick<SignOnClaims, 'issuer' | 'subject' | 'sid' | 'hasFactor' | 'signedInAt'> & {
  role: Role | undefined
}

/** A sign-in at a provider whose user must still show a second factor. Only the browser's sealed cookie holds it. */
export type SignOnTicket = {
  id: string
  providerId: string
  issuer: string
  subject: string
  sid: string | null
  role: Role | null
  /** Milliseconds since 1970. */
  startedAt: number
}

/** The ticket for a user who must still show a second factor. */
export const ticketFor = (
  ctx: RequestContext,
  { id: providerId }: SignOnProvider,
  { issuer, subject, sid, role }: Arrival,
): SignOnTicket => ({
  ...{ id: ctx.newSessionId(), providerId, issuer, subject, sid, role: role ?? null },
  startedAt: ctx.now().getTime(),
})

/** The error for a user who may not come in. */
export const signOnRefusal = (message: string) =>
  new Failure('forbidden', message, { subject: { resourceType: 'session' } })

/**
 * Opens the session of a user who has signed in at a provider and shown what the account needs. Gives the user the role of the
 * provider's groups. Throws `forbidden` for a user who may not come in.
 */
export async function openSignOnSession(
  ctx: RequestContext,
  provider: SignOnProvider,
  { issuer, subject, sid, role, hasFactor, signedInAt }: Arrival,
  userId: string,
  factor?: FactorKind,
): Promise<{ sid: string; deviceId: string }> {
  // Locked, so that a deactivation waits and then ends the new session, or comes first.
  const active = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${userId}::uuid AND is_active AND deleted_at IS NULL FOR UPDATE`
  if (active.length === 0) throw signOnRefusal(SIGN_ON_UNKNOWN)
  if (role) await followRole(ctx, provider, userId, role)
  await ctx.db.user.updateMany({
    where: { id: userId, hasProviderFactor: !hasFactor },
    data: { hasProviderFactor: hasFactor },
  })
  if (ctx.sid) await ctx.db.session.deleteMany({ where: { sid: ctx.sid } })
  await alertNewDevice(ctx, userId)
  const deviceId = await rememberDevice(ctx, userId)
  const now = ctx.now()
  const session = await startSession(ctx, userId, {
    deviceId,
    signOn: { provider: provider.id, issuer, subject, sid, hasFactor },
    // A provider that still knew the user has asked for nothing now.
    proven: !factor && signedInAt && signedInAt < now ? signedInAt : now,
  })
  const shown = factor ?? (hasFactor ? 'provider' : undefined)
  const details = { provider: provider.id, ...(shown && { factor: shown }) }
  await audit(ctx, { action: 'login', resourceType: 'session', userId, details })
  return { sid: session, deviceId }
}
