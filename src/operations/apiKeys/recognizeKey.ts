import type { Actor, Role } from '#domain/access/actor.ts'
import { isUsable, roleOfKey } from '#domain/apiKeys/apiKey.ts'
import type { ApiKeyScope } from '#domain/apiKeys/scopes.ts'
import { mustAddFactor } from '#domain/factors/secondFactor.ts'
import type { RequestContext } from '../context.ts'
import { type Viewer, viewerOf } from '../sessions/recognizeVisitor.ts'

/** The interval between updates of `lastUsedAt`, so that not every request writes to the row. */
const USED_EVERY_MS = 60_000

type KeyRow = Viewer & {
  keyId: string
  scopes: ApiKeyScope[]
  documents: string[]
  roleAtCreation: Role
  expiresAt: Date
  revokedAt: Date | null
  lastUsedAt: Date | null
  isActive: boolean
  deletedAt: Date | null
}

/**
 * The user that a key acts as, or `null` if the key is not valid. It is read on every request, so revoking the key or
 * deactivating its user takes effect at the next one. One statement, because every request pays for it.
 */
export async function recognizeKey(ctx: RequestContext, secret: string): Promise<Viewer | null> {
  const [row] = await ctx.db.$queryRaw<KeyRow[]>`
    SELECT k.id AS "keyId", k.scopes::text[], k.role_at_creation::text AS "roleAtCreation",
           ARRAY(SELECT d.hash FROM api_key_documents d WHERE d.api_key_id = k.id) AS documents,
           k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
           k.last_used_at AS "lastUsedAt", u.is_active AS "isActive", u.deleted_at AS "deletedAt",
           u.id, u.kind::text, u.role::text, u.must_change_password AS "mustChangePassword", u.email::text,
           u.first_name AS "firstName", u.last_name AS "lastName", u.profile_image_url AS "profileImageUrl",
           u.has_second_factor AS "hasSecondFactor", u.has_provider_factor AS "hasProviderFactor",
           u.factor_grace_from AS "factorGraceFrom",
           u.notice_minutes AS "noticeMinutes", u.email_alerts AS "emailAlerts"
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.secret_hash = ${ctx.apiKeySecrets.hash(secret)}`
  const role = row && isUsable({ ...row, user: row }, ctx.now()) && roleOfKey(row.roleAtCreation, row.role)
  if (!row || !role) return null
  await recordUse(ctx, row)
  const { keyId: id, scopes, documents } = row
  return { ...viewerOf(ctx, row), role, key: { id, scopes, documents } }
}

/** The user that the key with this ID acts as, for work that outlives its request, or `null` if it is not valid. */
export async function actorOfKey(ctx: RequestContext, keyId: string): Promise<Actor | null> {
  const { db, now } = ctx
  const key = await db.apiKey.findUnique({ where: { id: keyId }, include: { user: true } })
  const role = key && isUsable(key, now()) && roleOfKey(key.roleAtCreation, key.user.role)
  if (!key || !role) return null
  const { id, mustChangePassword } = key.user
  return {
    id,
    role,
    mustChangePassword,
    mustAddFactor: mustAddFactor(key.user, ctx.secondFactors, now()),
    key: { id: key.id, scopes: key.scopes },
  }
}

async function recordUse({ db, now }: RequestContext, { keyId, lastUsedAt }: KeyRow): Promise<void> {
  if (lastUsedAt && now().getTime() - lastUsedAt.getTime() < USED_EVERY_MS) return
  await db.apiKey.updateMany({ where: { id: keyId }, data: { lastUsedAt: now() } })
}
