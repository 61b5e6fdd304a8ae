import type { Role } from '../access/actor.ts'

/** Whose accounts must have a second factor. */
export const secondFactorRoles = ['nobody', 'admins', 'clinic', 'everyone'] as const
export type SecondFactorRoles = (typeof secondFactorRoles)[number]

/** The choices as Settings shows them. */
export const secondFactorRolesLabels: Record<SecondFactorRoles, string> = {
  nobody: 'Nobody',
  admins: 'Administrators',
  clinic: 'Administrators and staff',
  everyone: 'Everyone',
}

const required: Record<SecondFactorRoles, readonly Role[]> = {
  nobody: [],
  admins: ['admin'],
  clinic: ['admin', 'staff'],
  everyone: ['admin', 'staff', 'attorney'],
}

/** The clinic's rule for second factors. */
export type SecondFactorRules = {
  roles: SecondFactorRoles
  /** Days in which a user of these roles can still work without one. */
  graceDays: number
  /** When an administrator last required one of more users; `null` if none has. */
  since: Date | null
}

/** The rule of a new clinic until an administrator sets another. */
export const standardSecondFactors: SecondFactorRules = { roles: 'admins', graceDays: 7, since: null }

/** The rule of the demo clinic, whose accounts are in the README. */
export const demoSecondFactors: SecondFactorRules = { ...standardSecondFactors, roles: 'nobody' }

/** Whether the new choice requires a second factor of a role that the old one does not. */
export const requiresMore = (before: SecondFactorRoles, after: SecondFactorRoles): boolean =>
  required[after].some((role) => !required[before].includes(role))

/** What decides whether a user needs a second factor. */
export type FactorFacts = {
  kind: 'person' | 'service'
  role: Role
  hasSecondFactor: boolean
  /** Whether the last sign-in was at a provider that said that the user showed a second factor. */
  hasProviderFactor: boolean
  /** When the grace period began; `null` if there is none. */
  factorGraceFrom: Date | null
}

const DAY = 86_400_000

/**
 * When the user must have a second factor, or `null` if it is not required or the user has one, here or at a provider. Programs
 * have none. The grace period begins with the account, the upgrade or the rule, whichever is last.
 */
export function factorDueAt(user: FactorFacts, rules: SecondFactorRules): Date | null {
  const isRequired = user.kind === 'person' && required[rules.roles].includes(user.role)
  if (!isRequired || user.hasSecondFactor || user.hasProviderFactor) return null
  if (user.factorGraceFrom === null) return new Date(0)
  const from = Math.max(user.factorGraceFrom.getTime(), rules.since?.getTime() ?? 0)
  return new Date(from + rules.graceDays * DAY)
}

/** Whether the user can do nothing before setting up a second factor. */
export const mustAddFactor = (user: FactorFacts, rules: SecondFactorRules, now: Date): boolean => {
  const dueAt = factorDueAt(user, rules)
  return dueAt !== null && dueAt <= now
}
