import type { BrokenLink } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'

/** Forms whose content is hashed by one statement: about 50 MB. */
const AT_ONCE = 500

/**
 * Finds a signed form or a sealed scan that differs from its audit row, or a row without it, or one without a row; `null` if there
 * is none. Forms that were signed before audit rows had hashes are only compared with the hash stored beside them.
 */
export const findChangedForm = async (db: Database): Promise<BrokenLink | null> =>
  (await findUnequal(db)) ?? (await findUnequalSealedScan(db)) ?? (await findChangedContent(db))

/** Compares the stored hashes with the ones in the audit log. */
async function findUnequal(db: Database): Promise<BrokenLink | null> {
  const [found] = await db.$queryRaw<BrokenLink[]>`
    SELECT coalesce(a.lane, 0)::int AS lane, coalesce(a.position, 0)::int AS position, coalesce(a.id, f.id) AS "rowId",
           CASE WHEN a.id IS NULL THEN 'form_unrecorded' WHEN f.id IS NULL THEN 'form_missing' ELSE 'form_changed' END AS kind
    FROM (SELECT * FROM audit_logs WHERE action = 'consent_signed') a
    FULL JOIN signed_consent_forms f ON f.request_id::text = a.resource_id
    WHERE a.id IS NULL
       OR a.details ->> 'formSha256' IS NOT NULL
          AND (f.id IS NULL
               OR (f.sha256, f.original_sha256, f.sealed_by) IS DISTINCT FROM
                  (a.details ->> 'formSha256', a.details ->> 'originalSha256', a.details ->> 'sealedBy'))
    ORDER BY a.created_at, f.id LIMIT 1`
  return found ?? null
}

/** The same for sealed scans. */
async function findUnequalSealedScan(db: Database): Promise<BrokenLink | null> {
  const [found] = await db.$queryRaw<BrokenLink[]>`
    SELECT coalesce(a.lane, 0)::int AS lane, coalesce(a.position, 0)::int AS position, coalesce(a.id, s.form_id) AS "rowId",
           CASE WHEN a.id IS NULL THEN 'form_unrecorded' WHEN s.form_id IS NULL THEN 'form_missing' ELSE 'form_changed' END AS kind
    FROM (SELECT * FROM audit_logs WHERE resource_type = 'sealed_scan' AND action = 'created') a
    FULL JOIN (SELECT sealed_scans.*, file.sha256 AS file_sha256, form.request_id
               FROM sealed_scans JOIN patient_records file ON file.id = sealed_scans.record_id
               JOIN signed_consent_forms form ON form.id = form_id) s ON s.request_id::text = a.resource_id
    WHERE (s.sha256, s.file_sha256, s.sealed_by) IS DISTINCT FROM
          (a.details ->> 'sha256', a.details ->> 'sha256', a.details ->> 'sealedBy')
    ORDER BY a.created_at, s.form_id LIMIT 1`
  return found ?? null
}

/** Hashes the stored forms. A paper form is a file, which its own encryption protects. */
async function findChangedContent(db: Database): Promise<BrokenLink | null> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const [part] = await db.$queryRaw<[{ last: string | null; changed: string | null }]>`
      SELECT (array_agg(id ORDER BY id DESC))[1] AS last,
             (array_agg(request_id ORDER BY id) FILTER (WHERE encode(sha256(content), 'hex') <> sha256))[1] AS changed
      FROM (SELECT id, request_id, content, sha256 FROM signed_consent_forms WHERE id > ${after}::uuid
            ORDER BY id LIMIT ${AT_ONCE}) f`
    if (part.changed) return rowOf(db, part.changed)
    if (!part.last) return null
    after = part.last
  }
}

async function rowOf(db: Database, requestId: string): Promise<BrokenLink> {
  const row = await db.auditLog.findFirstOrThrow({
    where: { action: 'consent_signed', resourceId: requestId },
    select: { id: true, lane: true, position: true },
  })
  return { lane: row.lane, position: Number(row.position), rowId: row.id, kind: 'form_changed' }
}
