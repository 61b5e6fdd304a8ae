import { revokeKeys } from '../apiKeys/revokeKeys.ts'
import { revokeFeeds } from '../calendar/revokeCalendarFeed.ts'
import type { OperationContext } from '../context.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { endBreakGlasses } from '../restrictions/endBreakGlasses.ts'
import { forgetDevices } from '../sessions/knownDevices.ts'

/** Why a user loses every open way in. */
export type EndOfAccess = 'password_reset' | 'role_changed' | 'deactivated' | 'deleted'

/**
 * Ends the user's sessions, known devices, break-glass access, calendar feeds and API keys, and the links to records
 * forwarded to them, which must not work again when the account does. A promotion passes
 * `keepsKeys`: a key keeps the role it was made under, so it gains nothing.
 */
export async function endAccess(
  ctx: OperationContext,
  userId: string,
  reason: EndOfAccess,
  { keepsKeys = false } = {},
): Promise<void> {
  await ctx.db.session.deleteMany({ where: { userId } })
  await forgetDevices(ctx, userId)
  await endBreakGlasses(ctx, { userId })
  await revokeFeeds(ctx, userId, reason)
  if (reason !== 'password_reset') await endForwardings(ctx, { recipientId: userId }, 'withdrawn')
  if (!keepsKeys) await revokeKeys(ctx, userId, reason)
}
