import { STEP_UP_MINUTES } from '#domain/access/session.ts'
import { type FailureSubject, type ProofKind, stepUpRequired } from '#domain/errors.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { usesPassword } from '../signOn/passwordClosed.ts'
import type { SessionFacts } from './startSession.ts'

/**
 * Throws `step_up_required` unless the caller signed in or confirmed their identity in the last 10 minutes. It names what the
 * caller can show: the second factor; without one, the password; without a password, a new sign-in at the provider. API keys
 * cannot confirm, so they must not have these actions, except those of `requireStepUpOfPerson`.
 */
export async function requireStepUp(ctx: OperationContext, subject?: FailureSubject): Promise<void> {
  if (hasFreshProof(ctx)) return
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id } })
  throw stepUpRequired(await proofsOf(ctx, user), subject)
}

/** The same for actions that API keys have with a scope of their own. A program cannot confirm anything. */
export async function requireStepUpOfPerson(ctx: OperationContext, subject?: FailureSubject): Promise<void> {
  if (!ctx.actor.key) await requireStepUp(ctx, subject)
}

/** Whether the caller signed in or confirmed their identity in the last 10 minutes. */
export const hasFreshProof = ({ provenAt, now }: OperationContext): boolean =>
  provenAt !== null && provenAt.getTime() >= now().getTime() - STEP_UP_MINUTES * 60_000

/** What a user can show: each only if nothing stronger is there. */
export async function proofsOf(ctx: RequestContext, user: User): Promise<readonly ProofKind[]> {
  if (user.hasSecondFactor) {
    const { passkeys, authenticatorApps } = await ctx.db.user.findUniqueOrThrow({
      where: { id: user.id },
      select: {
        passkeys: { select: { id: true }, take: 1 },
        authenticatorApps: { where: { confirmedAt: { not: null } }, select: { id: true } },
      },
    })
    return [
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(authenticatorApps.length > 0 ? (['code'] as const) : []),
      'recovery_code',
    ]
  }
  return (await usesPassword(ctx, user)) ? ['password'] : ['sign_on']
}

/** Records that the caller has just confirmed their identity in this session. */
export async function markProven({ db, sid, now }: OperationContext): Promise<void> {
  if (!sid) return
  const row = await db.session.findUnique({ where: { sid } })
  if (!row) return
  const sess: SessionFacts = { ...(row.sess as SessionFacts), provenAt: now().toISOString() }
  await db.session.updateMany({ where: { sid }, data: { sess } })
}
