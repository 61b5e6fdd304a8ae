import type { BrokenLink } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'
import { matchesHash } from '../consentTemplates/versionHash.ts'

/** Versions read by one statement: at most a few megabytes of text. */
const AT_ONCE = 100

/**
 * Finds a version of a consent template that no longer matches its hash, or whose hash is not the one that the audit log
 * recorded when it was saved. Forms are signed on these versions, so they are evidence like the audit log itself.
 */
export async function findAlteredTemplate(db: Database): Promise<BrokenLink | null> {
  const altered = (await contentAltered(db)) ?? (await hashAltered(db))
  return altered === null ? null : { lane: 0, position: 0, rowId: altered, kind: 'template' }
}

async function contentAltered(db: Database): Promise<string | null> {
  for (let after: string | undefined; ; ) {
    const versions = await db.consentTemplateVersion.findMany({
      where: after === undefined ? {} : { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
    })
    const altered = versions.find((version) => !matchesHash(version))
    if (altered) return altered.id
    after = versions.at(-1)?.id
    if (versions.length < AT_ONCE) return null
  }
}

/** The built-in versions are in no audit row, because no user saved them. */
async function hashAltered(db: Database): Promise<string | null> {
  const [altered] = await db.$queryRaw<{ id: string }[]>`
    SELECT version.id::text FROM audit_logs AS entry
    JOIN consent_template_versions AS version
      ON version.template_id::text = entry.resource_id AND version.number::text = entry.details->>'version'
    WHERE entry.resource_type = 'consent_template' AND entry.details->>'sha256' <> version.sha256
    ORDER BY version.id LIMIT 1`
  return altered?.id ?? null
}
