import { Failure } from '#domain/errors.ts'
import { auditAll } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { sessionKey } from '../sessions/openSessions.ts'
import type { SessionFacts } from '../sessions/startSession.ts'
import { findProvider } from './findProvider.ts'

/**
 * Ends the sessions that a provider's back-channel logout names: of one user, or one session there. Each token works once.
 * Returns how many sessions ended. Throws `invalid` for a token that fails a check, and `not_found` for an unknown provider.
 */
export async function endSignOnSessions(
  ctx: RequestContext,
  { providerId, token }: { providerId: string; token: string },
): Promise<number> {
  const { issuer, ...provider } = findProvider(ctx, providerId)
  const { subject, sid, tokenId } = await provider.readLogout(token).catch((cause: unknown) => {
    throw new Failure('invalid', 'The logout token is not valid', { cause })
  })
  if ((await ctx.signInLimits.logoutToken.consume(`${providerId}:${ctx.hashLink(tokenId)}`)).isOver) return 0
  return inTransaction(ctx, async (inside) => {
    const ended = await inside.db.$queryRaw<{ sid: string; userId: string }[]>`
      DELETE FROM sessions WHERE sess->'signOn'->>'issuer' = ${issuer}
        AND (${subject}::text IS NULL OR sess->'signOn'->>'subject' = ${subject})
        AND (${sid}::text IS NULL OR sess->'signOn'->>'sid' = ${sid})
      RETURNING sid, user_id AS "userId"`
    await auditAll(
      inside,
      ended.map((one) => ({
        action: 'deleted',
        resourceType: 'session',
        resourceId: sessionKey(one.sid),
        details: { userId: one.userId, reason: 'provider_logout', provider: providerId },
      })),
    )
    return ended.length
  })
}

/** The ID of the provider at which the caller's session was opened; `null` for a session opened with a password. */
export async function providerOfSession({ db, sid }: RequestContext): Promise<string | null> {
  const row = sid ? await db.session.findUnique({ where: { sid } }) : null
  return (row?.sess as SessionFacts | undefined)?.signOn?.provider ?? null
}
