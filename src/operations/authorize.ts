import { type Action, can, type SubjectOf } from '#domain/access/policy.ts'
import { type FailureSubject, forbidden } from '#domain/errors.ts'
import type { OperationContext } from './context.ts'

/** Asks the policy about this subject; throws `forbidden`, which the one place of denials records. */
export function authorize<A extends Action>(
  ctx: OperationContext,
  action: A,
  subject?: SubjectOf<A>,
  denied?: FailureSubject,
): void {
  if (!can(ctx.actor, action, subject)) throw forbidden(denied)
}
