import { describe, expect } from 'vitest'
import { BY_THE_APPLICATION, BY_THE_DATABASE } from '#infra/auditTime.ts'
import { openTestClinic, type TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/rights.ts'
import { rehash, reseal, tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { audit, auditAll } from '../audit.ts'
import { listPatients } from '../patients/listPatients.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'
import { AUDIT_TEXT } from './verifyChains.ts'

const entry = { action: 'viewed', resourceType: 'patient' } as const
const check = (clinic: TestClinic) => checkAuditTrail(clinic.anonymous())

/** Runs `act` on a database with its own clock, as a clinic has. */
async function byItsClock(database: TestDatabase, act: () => Promise<void>): Promise<void> {
  await asOwner(database, (owner) => owner.query(BY_THE_DATABASE))
  await act().finally(() => asOwner(database, (owner) => owner.query(BY_THE_APPLICATION)))
}

test('the application cannot choose the time of a row or of its patients', async ({ clinic, database }) => {
  await byItsClock(database, async () => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    for (let n = 0; n < 3; n += 1) await clinic.patient()
    const before = Date.now()
    await audit(admin, entry)
    const patientIds = (await clinic.db.patient.findMany()).map(({ id }) => id)
    await audit(admin, { ...entry, patientIds })
    await listPatients(admin, {}, {})
    await clinic.db.$executeRaw`
      INSERT INTO audit_logs (id, action, resource_type, created_at, scheme, actor_name, actor_role)
      VALUES (gen_random_uuid(), 'viewed', 'patient', '2020-01-01', 1, 'Made Up', 'staff')`
    const rows = await clinic.db.auditLog.findMany()
    expect(rows).toHaveLength(4)
    for (const { createdAt } of rows) expect(createdAt.getTime()).toBeGreaterThanOrEqual(before - 1000)
    expect(await clinic.db.auditLog.count({ where: { actorName: 'Made Up' } })).toBe(0)
    expect(await check(clinic)).toMatchObject({ rows: 4, brokenLink: null })
  })
})

test('the application cannot replace the clock', async ({ clinic }) => {
  await expect(clinic.db.$executeRawUnsafe(BY_THE_APPLICATION)).rejects.toThrow(
    /permission denied|must be owner/,
  )
})

test('a row keeps the name and role that its user had', async ({ clinic }) => {
  const user = await clinic.user({ role: 'attorney', firstName: 'Ada', lastName: 'Byron' })
  await audit(clinic.as(user), entry)
  await clinic.db.user.update({ where: { id: user.id }, data: { lastName: 'King', role: 'admin' } })
  await audit(clinic.anonymous(), entry)
  const rows = await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })
  expect(rows).toMatchObject([
    { scheme: 2, actorName: 'Ada Byron', actorRole: 'attorney' },
    { scheme: 2, actorName: null, actorRole: null },
  ])
  expect(await check(clinic)).toMatchObject({ brokenLink: null })
})

describe('a clock that is set back', () => {
  const written = async (clinic: TestClinic, ...times: string[]) => {
    const ctx = clinic.as(await clinic.user())
    await clinic.db.$transaction(async (tx) => {
      for (const time of times) {
        clinic.now = new Date(time)
        await auditAll({ ...ctx, db: tx as typeof ctx.db }, [entry])
      }
    })
  }

  test('is found, however intact the chain is', async ({ clinic }) => {
    await written(clinic, '2026-01-15T10:00:00Z', '2026-01-15T10:00:01Z', '2026-01-05T10:00:00Z')
    expect((await check(clinic)).brokenLink).toMatchObject({ kind: 'clock', position: 3 })
  })

  test('is not found where the clock was only synchronized', async ({ clinic }) => {
    await written(clinic, '2026-01-15T10:00:05Z', '2026-01-15T10:00:00Z', '2026-01-15T10:00:06Z')
    expect((await check(clinic)).brokenLink).toBeNull()
  })

  test('hides no changed row', async ({ clinic, database }) => {
    await written(clinic, '2026-01-15T10:00:00Z', '2026-01-05T10:00:00Z', '2026-01-05T10:00:01Z')
    await tamper(database, "UPDATE audit_logs SET resource_type = 'task' WHERE position = 3")
    expect((await check(clinic)).brokenLink).toMatchObject({ kind: 'changed', position: 3 })
  })

  test('is found in a chain that was rewritten to hide the time', async ({ clinic, database }) => {
    await written(clinic, '2026-01-15T10:00:00Z', '2026-01-15T10:00:01Z')
    const chain = await clinic.db.auditLane.findFirstOrThrow({ where: { length: 2 } })
    const onLane = (sql: string) => sql.replaceAll(':A', String(chain.lane))
    const backdate = "UPDATE audit_logs SET created_at = '2026-01-02' WHERE position = 2;"
    await tamper(database, `${backdate} ${onLane(rehash(2, 2))} ${onLane(reseal)}`)
    expect((await check(clinic)).brokenLink).toMatchObject({ kind: 'clock', position: 2 })
  })
})

test('rows from before the upgrade still verify, and newer ones continue them', async () => {
  await withDatabaseBefore('20261127030000_dated_by_the_database', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`INSERT INTO audit_logs (id, action, resource_type, patient_id, details, created_at)
      SELECT gen_random_uuid(), 'listed', 'patient', gen_random_uuid(), '{"count": 3}', now() - n * interval '1 day'
        FROM generate_series(1, 50) n`)
    const before = await ask('SELECT hash FROM audit_logs ORDER BY id')
    await upgrade()
    expect(await ask('SELECT hash FROM audit_logs ORDER BY id')).toEqual(before)
    const clinic = await openTestClinic(ownerUrl)
    try {
      await audit(clinic.as(await clinic.user()), entry)
      expect(await check(clinic)).toMatchObject({ rows: 51, brokenLink: null })
      expect(await clinic.db.auditLog.count({ where: { scheme: 2 } })).toBe(1)
      const differing = `SELECT a.id FROM audit_logs a WHERE audit_text(a) IS DISTINCT FROM ${AUDIT_TEXT}`
      expect(await clinic.db.$queryRawUnsafe(differing)).toEqual([])
    } finally {
      await clinic.close()
    }
  })
})
