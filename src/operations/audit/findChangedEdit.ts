import { isDeepStrictEqual } from 'node:util'
import type { RecordedChange } from '#domain/audit/changes.ts'
import type { BrokenLink } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'
import type { PatientEdit } from '#infra/prisma/client.ts'
import { type Change, hashedChange, keptResources } from '../edited.ts'

/** Edits read by one statement. */
const AT_ONCE = 1000

type Kept = Pick<PatientEdit, 'salt' | 'values'>

/** Whether an audit row has the hashes of exactly these values. `details` are those of the row; `undefined` without a row. */
export function matchesAuditRow({ salt, values }: Kept, details: unknown): boolean {
  const { changes = {} } = Object(details) as { changes?: Record<string, RecordedChange> }
  const hashed = Object.fromEntries(Object.entries(changes).filter(([, change]) => 'fromHash' in change))
  const kept = Object.entries(values as Record<string, Change>)
  return isDeepStrictEqual(
    hashed,
    Object.fromEntries(kept.map(([field, change]) => [field, hashedChange(salt, field, change)])),
  )
}

/**
 * Finds an edit of a patient or a record whose kept values are missing, or are not those that its audit row has as hashes; `null` if there
 * is none.
 */
export const findChangedEdit = async (db: Database): Promise<BrokenLink | null> =>
  (await findMissing(db)) ?? (await findDifferent(db))

async function findMissing(db: Database): Promise<BrokenLink | null> {
  const [found] = await db.$queryRaw<BrokenLink[]>`
    SELECT a.lane::int AS lane, a.position::int AS position, a.id::text AS "rowId", 'edit_changed' AS kind
    FROM audit_logs a
    WHERE a.resource_type = ANY(${[...keptResources]}) AND a.action = 'updated' AND a.details @? '$.changes.*.fromHash'
      AND NOT EXISTS (SELECT FROM patient_edits e WHERE e.id = a.id)
    ORDER BY a.id LIMIT 1`
  return found ?? null
}

async function findDifferent(db: Database): Promise<BrokenLink | null> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const edits = await db.patientEdit.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
    })
    const rows = await db.auditLog.findMany({
      where: { id: { in: edits.map(({ id }) => id) } },
      select: { id: true, lane: true, position: true, details: true },
    })
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const changed = edits.find((edit) => !matchesAuditRow(edit, rowOf.get(edit.id)?.details))
    if (changed) {
      const row = rowOf.get(changed.id)
      const place = { lane: row?.lane ?? 0, position: Number(row?.position ?? 0) }
      return { ...place, rowId: changed.id, kind: 'edit_changed' }
    }
    const last = edits.at(-1)
    if (!last) return null
    after = last.id
  }
}
