import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { inTransaction } from '../operation.ts'
import { addPatient } from '../patients/addPatient.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'

const entry = { action: 'viewed', resourceType: 'patient' } as const

const newPatient = (clinic: TestClinic, user: Parameters<TestClinic['as']>[0], n: number) =>
  addPatient(clinic.as(user), { firstName: 'Kim', lastName: 'Adeyemi', email: `kim${n}@example.test` })

test('a hundred concurrent actions write intact rows, spread over many chains', async ({ clinic }) => {
  const user = await clinic.user()
  await Promise.all(Array.from({ length: 100 }, (_, n) => newPatient(clinic, user, n)))
  const rows = await clinic.db.auditLog.count()
  const { brokenLink, lanes, ...checked } = await checkAuditTrail(clinic.anonymous())
  expect([brokenLink, checked.rows]).toEqual([null, rows])
  expect(rows).toBeGreaterThanOrEqual(100)
  expect(lanes).toBeGreaterThan(1)
})

test('concurrent transactions do not block each other on the audit chain', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const inside = (db: unknown) => ({ ...ctx, db: db as typeof ctx.db })
  // Each transaction is still open, and has written, while the next one writes.
  const depth = 8
  const nested = (level: number): Promise<void> =>
    clinic.db.$transaction(async (tx) => {
      await audit(inside(tx), entry)
      if (level < depth) await nested(level + 1)
    })
  await nested(1)
  expect(await checkAuditTrail(clinic.anonymous())).toMatchObject({
    rows: depth,
    lanes: depth,
    brokenLink: null,
  })
})

test('an action that is rolled back leaves no gap', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const act = (fails: boolean) =>
    inTransaction(ctx, async (inside) => {
      await audit(inside, entry)
      if (fails) throw new Error('undone')
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => act(n % 3 === 0)))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  expect(await checkAuditTrail(clinic.anonymous())).toMatchObject({ rows: 40, brokenLink: null })
})

test('a check during concurrent writes finds the audit log intact', async ({ clinic }) => {
  const user = await clinic.user()
  let isOver = false
  const checks: Awaited<ReturnType<typeof checkAuditTrail>>[] = []
  const checking = (async () => {
    while (!isOver) checks.push(await checkAuditTrail(clinic.anonymous()))
  })()
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 15 }, (_, n) => newPatient(clinic, user, round * 15 + n)))
  isOver = true
  await checking
  expect(checks.length).toBeGreaterThan(1)
  expect(checks.map(({ brokenLink }) => brokenLink).filter((one) => one !== null)).toEqual([])
  // Rows were added between the checks.
  expect(checks.at(-1)?.rows).toBeGreaterThan(checks[0]?.rows ?? 0)
})

describe('the application cannot', () => {
  const refused = {
    'change a lane': "UPDATE audit_lanes SET length = 0, head = sha256('')",
    'remove a lane': 'DELETE FROM audit_lanes',
    'add a lane': "INSERT INTO audit_lanes (lane, head) VALUES (64, sha256(''))",
    'change the outcome of a check': 'UPDATE audit_checks SET is_intact = true',
    'remove a check': 'DELETE FROM audit_checks',
    'change a row': "UPDATE audit_logs SET action = 'viewed'",
    'switch the chain off': 'ALTER TABLE audit_logs DISABLE TRIGGER audit_logs_chained',
    'switch every trigger off': 'SET session_replication_role = replica',
    'change what is hashed': `CREATE OR REPLACE FUNCTION audit_text(entry audit_logs) RETURNS bytea
      LANGUAGE sql STABLE RETURN convert_to('anything', 'UTF8')`,
    'hash by itself': 'SELECT chain_audit_row()',
  }
  test.for(Object.entries(refused))('%s', async ([, sql], { clinic }) => {
    await inTransaction(clinic.as(await clinic.user()), (inside) => audit(inside, entry))
    await expect(clinic.db.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('choose the name and role of the user', async ({ clinic }) => {
    const ada = await clinic.user({ firstName: 'Ada', lastName: 'Byron', role: 'staff' })
    await clinic.db.$executeRaw`
      INSERT INTO audit_logs (id, user_id, action, resource_type, user_name, user_role)
      VALUES (gen_random_uuid(), ${ada.id}::uuid, 'viewed', 'patient', 'Jane Roe', 'admin'),
             (gen_random_uuid(), NULL, 'viewed', 'task', 'Jane Roe', 'admin')`
    expect(await clinic.db.auditLog.findMany({ orderBy: { resourceType: 'asc' } })).toMatchObject([
      { userName: 'Ada Byron', userRole: 'staff' },
      { userName: null, userRole: null },
    ])
  })

  test('choose the position or hash of a new row', async ({ clinic }) => {
    await clinic.db.$executeRaw`
      INSERT INTO audit_logs (id, action, resource_type, lane, position, hash)
      VALUES (gen_random_uuid(), 'viewed', 'patient', 70, 4711, sha256('made up'))`
    expect(await checkAuditTrail(clinic.anonymous())).toMatchObject({ rows: 1, brokenLink: null })
  })
})
