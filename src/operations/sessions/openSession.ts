import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import type { FactorKind } from '../factors/spendFactor.ts'
import { alertNewDevice } from './alertNewDevice.ts'
import { rememberDevice } from './knownDevices.ts'
import { type Viewer, viewerOf } from './recognizeVisitor.ts'
import { startSession } from './startSession.ts'

export type SignedIn = {
  user: Viewer
  sid: string
  /** The ID for the device cookie, by which sign-in limits recognize this browser. */
  deviceId: string
}

/** Opens the session of a user who has shown everything that the account needs. */
export async function openSession(ctx: RequestContext, user: User, factor?: FactorKind): Promise<SignedIn> {
  if (ctx.sid) await ctx.db.session.deleteMany({ where: { sid: ctx.sid } })
  // Programs of the user no longer rely on a provider at which the user did not sign in now.
  if (user.hasProviderFactor)
    await ctx.db.user.update({ where: { id: user.id }, data: { hasProviderFactor: false } })
  await alertNewDevice(ctx, user.id)
  const deviceId = await rememberDevice(ctx, user.id)
  const sid = await startSession(ctx, user.id, { deviceId })
  await audit(ctx, {
    action: 'login',
    resourceType: 'session',
    userId: user.id,
    ...(factor && { details: { factor } }),
  })
  return { user: viewerOf(ctx, { ...user, hasProviderFactor: false }), sid, deviceId }
}
