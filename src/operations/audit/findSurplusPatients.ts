import type { BrokenLink } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'

/** The number of rows read by one statement. */
const AT_ONCE = 20_000

/** Finds patient IDs stored for a row that is not in the audit log, or `null`. The chains do not cover these. */
export async function findSurplusPatients(db: Database): Promise<BrokenLink | null> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const [part] = await db.$queryRaw<[{ last: string | null; surplus: string | null }]>`
      SELECT (array_agg(p.id ORDER BY p.id DESC))[1] AS last,
             (array_agg(p.id ORDER BY p.id) FILTER (WHERE a.id IS NULL))[1] AS surplus
      FROM (SELECT audit_log_id AS id FROM audit_log_patients WHERE audit_log_id > ${after}::uuid
            ORDER BY audit_log_id LIMIT ${AT_ONCE}) p
      LEFT JOIN audit_logs a ON a.id = p.id`
    if (part.surplus) return { lane: 0, position: 0, rowId: part.surplus, kind: 'surplus_patients' }
    if (!part.last) return null
    after = part.last
  }
}
