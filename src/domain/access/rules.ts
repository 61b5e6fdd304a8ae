import type { ApiKeyScope } from '../apiKeys/scopes.ts'
import type { Actor, Role } from './actor.ts'

/**
 * `when` limits a role's grant to some subjects; a rule without it depends only on the role. `scope` is what an API key
 * also needs: one scope, any scope (`any`), or keys are never allowed (`closed`). With `scopeGrants` the scope replaces
 * the role, so that a program needs no administrator; never for an attorney.
 */
export type Rule<Subject> = {
  roles: readonly Role[]
  scope: ApiKeyScope | 'any' | 'closed'
  scopeGrants?: true
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
