import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { auditAll } from '../audit.ts'
import { inTransaction } from '../operation.ts'
import { guardAuditTrail } from './guardAuditTrail.ts'

async function clinicWithAuditLog(clinic: TestClinic) {
  const administrators = [await clinic.user({ role: 'admin' }), await clinic.user({ role: 'admin' })]
  const staff = await clinic.user()
  await clinic.user({ role: 'admin', isActive: false })
  const row = { action: 'viewed', resourceType: 'patient' } as const
  await inTransaction(clinic.as(staff), (inside) => auditAll(inside, [row, row, row]))
  return administrators.map(({ id }) => id).sort()
}

const change = (database: TestDatabase, position: number) =>
  asOwner(database, (owner) =>
    owner.query(`SET session_replication_role = replica;
      UPDATE audit_logs SET action = 'listed' WHERE position = ${position}`),
  )

const alerts = ({ db }: TestClinic) =>
  db.alert.findMany({
    where: { type: 'audit_chain_broken' },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
  })

test('a check of an intact log sends no alert', async ({ clinic }) => {
  await clinicWithAuditLog(clinic)
  expect(await guardAuditTrail(clinic.anonymous())).toMatchObject({ rows: 3, brokenLink: null })
  expect(await alerts(clinic)).toEqual([])
})

test('a broken chain alerts every active administrator once, and says where', async ({
  clinic,
  database,
}) => {
  const administrators = await clinicWithAuditLog(clinic)
  await change(database, 3)
  await Promise.all([guardAuditTrail(clinic.anonymous()), guardAuditTrail(clinic.anonymous())])
  clinic.now = new Date('2026-01-06T15:00:00Z')
  await guardAuditTrail(clinic.anonymous())
  const sent = await alerts(clinic)
  expect(sent.map(({ userId }) => userId)).toEqual(administrators)
  expect(sent[0]).toMatchObject({
    patientId: null,
    message: expect.stringMatching(/altered.*position 3, row/),
  })

  // A second break sends a second alert.
  await change(database, 2)
  await guardAuditTrail(clinic.anonymous())
  expect((await alerts(clinic)).map(({ userId }) => userId)).toEqual([...administrators, ...administrators])
})
