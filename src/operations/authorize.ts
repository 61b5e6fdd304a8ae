import { denialOf } from '#domain/access/denial.ts'
import { type Action, can, type SubjectOf } from '#domain/access/policy.ts'
import type { FailureSubject } from '#domain/errors.ts'
import type { OperationContext } from './context.ts'

/** Checks the policy for this subject. Throws `forbidden`, which is recorded in one central place. */
export function authorize<A extends Action>(
  ctx: OperationContext,
  action: A,
  subject?: SubjectOf<A>,
  denied?: FailureSubject,
): void {
  if (!can(ctx.actor, action, subject)) throw denialOf(ctx.actor, denied)
}
