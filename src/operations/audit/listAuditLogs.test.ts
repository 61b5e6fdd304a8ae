import { expect } from 'vitest'
import { test } from '#testing/test.ts'
import { addPatient } from '../patients/addPatient.ts'
import { viewPatient } from '../patients/viewPatient.ts'
import { listAuditLogs } from './listAuditLogs.ts'

test('an administrator reads the trail newest first, with the names behind the ids', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const staff = await clinic.user({ firstName: 'Ada', lastName: 'Byron' })
  const maren = await addPatient(clinic.as(staff), {
    firstName: 'Maren',
    lastName: 'Lindqvist',
    email: 'm@example.test',
  })
  clinic.now = new Date('2026-01-05T15:01:00Z')
  await viewPatient(clinic.as(staff), { patientId: maren.id })

  const { rows, totalCount } = await listAuditLogs(clinic.as(admin), {})
  expect(totalCount).toBe(2)
  expect(rows.map(({ node }) => [node.action, node.userName, node.patientName])).toEqual([
    ['viewed', 'Ada Byron', 'Maren Lindqvist'],
    ['created', 'Ada Byron', 'Maren Lindqvist'],
  ])
})

test('reading the trail is recorded too', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await listAuditLogs(admin, {})
  const { rows } = await listAuditLogs({ ...admin, request: { ...admin.request, listed: new Set() } }, {})
  expect(rows.map(({ node }) => [node.action, node.resourceType])).toEqual([['listed', 'audit_log']])
})

test.for(['staff', 'attorney'] as const)('%s may not read it', async (role, { clinic }) => {
  const user = clinic.as(await clinic.user({ role }))
  await expect(listAuditLogs(user, {})).rejects.toMatchObject({ code: 'forbidden' })
  expect(await clinic.db.auditLog.count()).toBe(0)
})
