import * as z from 'zod/mini'
import { networkOf } from '#domain/access/network.ts'
import { Failure } from '#domain/errors.ts'
import { type ShownFactor, shownFactor } from '#domain/factors/inputs.ts'
import { SIGN_ON_FAILED, SIGN_ON_UNKNOWN } from '#domain/users/signOn.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { factorOf, withFactor } from '../factors/spendFactor.ts'
import { parse } from '../operation.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { findProvider } from './findProvider.ts'
import { openSignOnSession, type SignOnTicket, signOnRefusal } from './openSignOnSession.ts'

/** How long a user may take to enter the code. */
const TICKET_MS = 600_000

const signOnFailed = () => new Failure('unauthenticated', SIGN_ON_FAILED)

/**
 * Ends a sign-in at a provider with the second factor that the user has here. The ticket is proof of the first part: it comes from
 * `finishSignOn` and works once, within 10 minutes. Throws `unauthenticated` for a wrong code, with its field, and for a ticket that
 * does not work.
 */
export async function showSignOnFactor(
  ctx: RequestContext,
  { ticket, ...raw }: { ticket: SignOnTicket | null } & ShownFactor,
): Promise<{ sid: string; deviceId: string }> {
  refuseKeys(ctx, 'session')
  const shown = parse(z.strictObject(shownFactor), raw)
  const tally = await ctx.signInLimits.signOn.consume(networkOf(ctx.request.ipAddress))
  if (tally.isOver) throw tooMany('sign in', tally)
  if (!ticket || ctx.now().getTime() - ticket.startedAt > TICKET_MS) throw signOnFailed()
  const { issuer, subject, sid, role } = ticket
  const provider = findProvider(ctx, ticket.providerId)
  const known = await ctx.db.signOnIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } })
  if (!known) throw signOnRefusal(SIGN_ON_UNKNOWN)
  let isClaimed = false
  return withFactor(ctx, known.userId, shown, {
    code: 'unauthenticated',
    accepted: async (inside, factor) => {
      // A repeated transaction does not claim the ticket again.
      isClaimed ||= !(await ctx.signInLimits.signOnTicket.consume(ticket.id)).isOver
      if (!isClaimed) throw signOnFailed()
      const arrival = { issuer, subject, sid, role: role ?? undefined, hasFactor: false, signedInAt: null }
      return openSignOnSession(inside, provider, arrival, known.userId, factor)
    },
    refused: (inside) =>
      audit(inside, {
        action: 'login_failed',
        resourceType: 'session',
        userId: known.userId,
        details: { provider: provider.id, factor: factorOf(shown) },
      }),
  })
}
