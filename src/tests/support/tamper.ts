import { auditAll } from '#operations/audit.ts'
import type { TestClinic } from './clinic.ts'
import type { TestDatabase } from './database.ts'
import { asOwner } from './rights.ts'

const entries = Array.from({ length: 10 }, (_, n) => ({
  action: 'updated' as const,
  resourceType: 'patient' as const,
  resourceId: `patient ${n}`,
  patientId: '01a1fcf0-bbdc-730f-8d22-fb8393291341',
  details: { fields: ['phone'], number: n },
}))

/** Two audit chains of ten rows: the second writer finds the first one's chain busy. */
export async function twoChains(clinic: TestClinic): Promise<number[]> {
  const ctx = clinic.as(await clinic.user({ role: 'admin' }))
  await clinic.db.$transaction(async (one) => {
    await auditAll({ ...ctx, db: one as typeof ctx.db }, entries)
    await clinic.db.$transaction((two) => auditAll({ ...ctx, db: two as typeof ctx.db }, entries))
  })
  const lanes = await clinic.db.auditLane.findMany({ where: { length: 10 }, orderBy: { lane: 'asc' } })
  return lanes.map(({ lane }) => lane)
}

/** Bypasses triggers and permissions, as only a superuser can. */
export const tamper = (database: TestDatabase, sql: string) =>
  asOwner(database, (owner) => owner.query(`SET session_replication_role = replica; ${sql}`))

/** SQL that recomputes the hashes of chain A from `position` on. */
export const rehash = (position: number, to = 10) => `
  DO $$ DECLARE entry audit_logs; BEGIN
    FOR entry IN SELECT * FROM audit_logs WHERE lane = :A AND position BETWEEN ${position} AND ${to} ORDER BY position LOOP
      UPDATE audit_logs SET hash = sha256((SELECT hash FROM audit_logs WHERE lane = :A AND position = entry.position - 1)
        || audit_text(entry)) WHERE id = entry.id;
    END LOOP;
  END $$;`
/** SQL that sets the head of chain A to its last row. */
export const reseal = `UPDATE audit_lanes SET (length, head) =
  (SELECT position, hash FROM audit_logs WHERE lane = :A ORDER BY position DESC LIMIT 1) WHERE lane = :A;`
