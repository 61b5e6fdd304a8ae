import type { Role } from '#domain/access/actor.ts'
import { roleOfKey } from '#domain/apiKeys/apiKey.ts'
import { type FactorFacts, factorDueAt } from '#domain/factors/secondFactor.ts'
import type { ClinicSettings } from '../clinic/clinicSettings.ts'
import type { RequestContext } from '../context.ts'
import type { Credential } from './follower.ts'

/**
 * A valid credential, when it expires unless it is used or ended, and when it stops because its user must have a second factor;
 * `null` if none is required or the user has one.
 */
type ValidCredential = { credential: Credential; expire: Date; role: Role; dueAt: Date | null }

/** Finds which sessions and keys are still valid, in one statement. Does not extend them. */
export async function findValidCredentials(
  { db, now, settings }: Pick<RequestContext, 'db' | 'now'> & { settings: Pick<ClinicSettings, 'current'> },
  credentials: Credential[],
): Promise<Map<Credential, ValidCredential>> {
  const rows = await db.$queryRaw<
    (Omit<ValidCredential, 'dueAt'> & FactorFacts & { roleAtCreation: Role | null })[]
  >`
    SELECT held.credential, held.expire, u.role::text, held.role_at_creation::text AS "roleAtCreation",
      u.kind::text, u.has_second_factor AS "hasSecondFactor", u.factor_grace_from AS "factorGraceFrom",
      coalesce(held.has_provider_factor, u.has_provider_factor) AS "hasProviderFactor"
    FROM (
      SELECT 'session ' || sid AS credential, user_id, expire, NULL::role AS role_at_creation,
        coalesce(sess->'signOn'->>'hasFactor' = 'true', false) AS has_provider_factor
      FROM sessions WHERE sid = ANY(${idsOf('session', credentials)})
      UNION ALL
      SELECT 'key ' || id, user_id, expires_at, role_at_creation, NULL FROM api_keys
      WHERE id = ANY(${idsOf('key', credentials)}::uuid[]) AND revoked_at IS NULL
    ) held JOIN users u ON u.id = held.user_id
    WHERE held.expire > ${now()} AND u.is_active AND u.deleted_at IS NULL AND NOT u.must_change_password`
  return new Map(
    rows.flatMap((row) => {
      const { credential, expire, roleAtCreation } = row
      const dueAt = factorDueAt(row, settings.current().secondFactors)
      if (dueAt && dueAt <= now()) return []
      const role = roleAtCreation === null ? row.role : roleOfKey(roleAtCreation, row.role)
      return role === null ? [] : [[credential, { credential, expire, role, dueAt }]]
    }),
  )
}

const idsOf = (kind: 'session' | 'key', credentials: Credential[]): string[] =>
  credentials.flatMap((credential) =>
    credential.startsWith(`${kind} `) ? credential.slice(kind.length + 1) : [],
  )
