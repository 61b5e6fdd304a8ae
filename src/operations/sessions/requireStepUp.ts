import { STEP_UP_MINUTES } from '#domain/access/session.ts'
import { type FailureSubject, type ProofKind, stepUpRequired } from '#domain/errors.ts'
import type { OperationContext } from '../context.ts'
import type { SessionFacts } from './startSession.ts'

/**
 * Throws `step_up_required` unless the caller signed in or confirmed their identity in the last 10 minutes. It names what the caller
 * can show: the second factor, or the password without one. API keys cannot confirm, so their actions must be closed to them.
 */
export async function requireStepUp(ctx: OperationContext, subject?: FailureSubject): Promise<void> {
  const since = ctx.now().getTime() - STEP_UP_MINUTES * 60_000
  if (ctx.provenAt && ctx.provenAt.getTime() >= since) return
  const { hasSecondFactor } = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id } })
  throw stepUpRequired(proofsOf(hasSecondFactor), subject)
}

const proofsOf = (hasSecondFactor: boolean): readonly ProofKind[] =>
  hasSecondFactor ? ['code', 'recovery_code'] : ['password']

/** Records that the caller has just confirmed their identity in this session. */
export async function markProven({ db, sid, now }: OperationContext): Promise<void> {
  if (!sid) return
  const row = await db.session.findUnique({ where: { sid } })
  if (!row) return
  const sess: SessionFacts = { ...(row.sess as SessionFacts), provenAt: now().toISOString() }
  await db.session.updateMany({ where: { sid }, data: { sess } })
}
