import type { ApiKeyScope } from '../apiKeys/scopes.ts'
import type { Actor, Role } from './actor.ts'

/**
 * `when` limits the grant to some subjects. Without it, only the role decides. An API key also needs `scope`: the
 * named scope, or any scope (`any`). `closed` means that no key may do it. With `scopeGrants`, the scope replaces the
 * role, so that a program needs no administrator. This never applies to an attorney. `withoutFactor` allows it to users who
 * must set up a second factor first.
 */
export type Rule<Subject> = {
  roles: readonly Role[]
  scope: ApiKeyScope | 'any' | 'closed'
  scopeGrants?: true
  withoutFactor?: true
  when?: (actor: Actor, subject: Subject) => boolean
}

/** A part of the policy: its keys are the actions. */
export const rules =
  <Subject>() =>
  <Action extends string>(table: Record<Action, Rule<Subject>>) =>
    table

export const everyone = ['admin', 'staff', 'attorney'] as const
export const clinic = ['admin', 'staff'] as const
export const admin = ['admin'] as const
