import { endAccountLink } from '../accountLinks/accountLink.ts'
import { revokeKeys } from '../apiKeys/revokeApiKey.ts'
import { revokeFeeds } from '../calendar/calendarFeeds.ts'

import type { RequestContext } from '../context.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { endBreakGlasses } from '../restrictions/endBreakGlasses.ts'
import { forgetDevices } from '../sessions/knownDevices.ts'

/** The reason why a user loses all access. */
export type EndOfAccess = 'password_reset' | 'session_reported' | 'role_changed' | 'deactivated' | 'deleted'

/**
 * Ends the user's sessions, known devices, break-glass access, calendar feeds and API keys, their link to set a password, and
 * the links to records forwarded to them. They must not work again when the account does. A promotion passes `keepsKeys`,
 * because a key never has more than the role that it was created with.
 */
export async function endAccess(
  ctx: RequestContext,
  userId: string,
  reason: EndOfAccess,
  { keepsKeys = false } = {},
): Promise<void> {
  await ctx.db.session.deleteMany({ where: { userId } })
  await forgetDevices(ctx, userId)
  await endBreakGlasses(ctx, { userId })
  await revokeFeeds(ctx, userId, reason)
  if (reason !== 'password_reset' && reason !== 'session_reported')
    await endForwardings(ctx, { recipientId: userId }, 'withdrawn')
  if (reason !== 'role_changed') await endAccountLink(ctx, userId, reason)
  if (!keepsKeys) await revokeKeys(ctx, userId, reason)
}
