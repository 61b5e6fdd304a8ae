import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { auditAll } from '../audit.ts'
import { inTransaction } from '../operation.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'
import { readAuditIntegrity } from './readAuditIntegrity.ts'

const write = async (clinic: TestClinic, count: number) => {
  const row = { action: 'viewed', resourceType: 'patient' } as const
  await inTransaction(clinic.as(await clinic.user()), (inside) =>
    auditAll(
      inside,
      Array.from({ length: count }, () => row),
    ),
  )
}
const administrator = async (clinic: TestClinic) => clinic.as(await clinic.user({ role: 'admin' }))

test('before the first check a short audit log is verified at once, and this is recorded', async ({
  clinic,
}) => {
  const admin = await administrator(clinic)
  await write(clinic, 3)
  const whole = {
    checkedAt: clinic.now,
    digest: expect.stringMatching(/^[\da-f]{64}$/),
    rowsSince: 0,
    isSinceChecked: true,
    isIntact: true,
    brokenLink: null,
  }
  expect(await readAuditIntegrity(admin)).toEqual({ ...whole, rows: 3 })
  expect(await readAuditIntegrity(admin)).toEqual({ ...whole, rows: 4 })
  expect(await clinic.db.auditLog.findMany({ where: { action: 'viewed', userId: admin.actor.id } })).toEqual([
    expect.objectContaining({ resourceType: 'audit_check', patientId: null }),
    expect.objectContaining({ resourceType: 'audit_check' }),
  ])
})

test('the state of a long audit log is unknown before the first check', async ({ clinic }) => {
  const admin = await administrator(clinic)
  await write(clinic, 3)
  expect(await readAuditIntegrity(admin, 2)).toBeNull()
})

test('after a check, the rows written since are checked as well', async ({ clinic, database }) => {
  const admin = await administrator(clinic)
  await write(clinic, 5)
  const { id, digest } = await checkAuditTrail(clinic.anonymous())
  const { checkedAt } = await clinic.db.auditCheck.findUniqueOrThrow({ where: { id } })
  clinic.now = new Date('2026-01-05T16:00:00Z')
  await write(clinic, 2)
  const intact = { isIntact: true, brokenLink: null }
  expect(await readAuditIntegrity(admin)).toEqual({
    checkedAt,
    digest,
    rows: 5,
    rowsSince: 2,
    isSinceChecked: true,
    ...intact,
  })
  // Too many rows to verify while the user waits: the answer says so, and the nightly check verifies them.
  expect(await readAuditIntegrity(admin, 2)).toMatchObject({ rowsSince: 3, isSinceChecked: false, ...intact })

  const [last] = await clinic.db.auditLog.findMany({ orderBy: { createdAt: 'desc' }, take: 1 })
  await asOwner(database, (owner) =>
    owner.query(`SET session_replication_role = replica; DELETE FROM audit_logs WHERE id = '${last?.id}'`),
  )
  expect(await readAuditIntegrity(admin)).toMatchObject({
    checkedAt,
    isIntact: false,
    brokenLink: { kind: 'missing', rowId: null },
  })
})

test('rows before the last check are verified only by the next complete check', async ({
  clinic,
  database,
}) => {
  const admin = await administrator(clinic)
  await write(clinic, 5)
  await checkAuditTrail(clinic.anonymous())
  await asOwner(database, (owner) =>
    owner.query(`SET session_replication_role = replica;
      UPDATE audit_logs SET action = 'listed' WHERE position = 2`),
  )
  expect(await readAuditIntegrity(admin)).toMatchObject({ isIntact: true, rows: 5 })
  expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toMatchObject({ position: 2 })
})

test('a broken audit log stays reported until a check finds it intact', async ({ clinic, database }) => {
  const admin = await administrator(clinic)
  await write(clinic, 3)
  const change = (was: string, is: string) =>
    asOwner(database, (owner) =>
      owner.query(`SET session_replication_role = replica;
        UPDATE audit_logs SET action = '${is}' WHERE position = 2 AND action = '${was}'`),
    )
  await change('viewed', 'listed')
  const { brokenLink } = await checkAuditTrail(clinic.anonymous())
  expect(await readAuditIntegrity(admin)).toMatchObject({
    isIntact: false,
    isSinceChecked: false,
    brokenLink,
  })
  await change('listed', 'viewed')
  expect(await readAuditIntegrity(admin)).toMatchObject({ isIntact: false, brokenLink })
  clinic.now = new Date('2026-01-05T16:00:00Z')
  await checkAuditTrail(clinic.anonymous())
  expect(await readAuditIntegrity(admin)).toMatchObject({ isIntact: true, brokenLink: null })
})

test.for(['staff', 'attorney'] as const)('%s cannot see it', async (role, { clinic }) => {
  await expect(readAuditIntegrity(clinic.as(await clinic.user({ role })))).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('the audit screen shows where the chain is broken', async ({ clinic, server, database }) => {
  await write(clinic, 3)
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'admin' })).email)
  const ask = () =>
    visitor.graphql(`{ auditIntegrity {
      checkedAt rows rowsSince isSinceChecked isIntact brokenLink { lane position rowId kind }
    } }`)
  expect((await ask()).data).toMatchObject({ auditIntegrity: { isIntact: true, brokenLink: null } })
  await asOwner(database, (owner) =>
    owner.query(`SET session_replication_role = replica;
      UPDATE audit_logs SET resource_type = 'task' WHERE position = 2 AND resource_type = 'patient'`),
  )
  const altered = await clinic.db.auditLog.findFirst({ where: { resourceType: 'task' } })
  expect((await ask()).data).toMatchObject({
    auditIntegrity: { isIntact: false, brokenLink: { position: 2, rowId: altered?.id, kind: 'changed' } },
  })
})
