import { showExactly } from '#domain/dates.ts'
import { deviceName } from '#domain/sessions/device.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { findKnownDevice } from './knownDevices.ts'

/** Alerts of one user in a day. A program that keeps no cookies signs in on a new device each time. */
const ALERTS_MAX = 5
const DAY = 86_400_000

/**
 * Tells a user about a sign-in with a browser that they have not used before, unless it is their first sign-in. Call it
 * before the browser is remembered and the sign-in is audited.
 */
export async function alertNewDevice(ctx: RequestContext, userId: string): Promise<void> {
  if (await findKnownDevice(ctx, userId)) return
  const since = new Date(ctx.now().getTime() - DAY)
  const [earlier, alerts] = await Promise.all([
    ctx.db.auditLog.findFirst({ where: { userId, action: 'login' }, select: { id: true } }),
    ctx.db.alert.count({ where: { userId, type: 'new_device', createdAt: { gt: since } } }),
  ])
  if (!earlier || alerts >= ALERTS_MAX) return
  const { userAgent, ipAddress } = ctx.request
  await sendAlert(ctx, 'new_device', {
    users: [userId],
    device: deviceName(userAgent),
    ipAddress,
    at: showExactly(ctx.now(), ctx.timeZone),
  })
}
