import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { meetAt } from '#tests/support/meeting.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { deleteRecord } from './deleteRecord.ts'
import { listDeletedRecords } from './listDeletedRecords.ts'
import { listRecords } from './listRecords.ts'
import { restoreRecord } from './restoreRecord.ts'

const reason = 'Belongs to another chart'

async function onFile(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: patientId } = await clinic.patient()
  const { id: recordId } = await storedRecord(clinic, { patientId, uploadedById: admin.actor.id })
  return { admin, which: { patientId, recordId } }
}

test('administrators see deleted records with user, time and reason, and can restore them completely', async ({
  clinic,
}) => {
  const { admin, which } = await onFile(clinic)
  await deleteRecord(admin, { ...which, reason: `  ${reason} ` })
  const { rows } = await listDeletedRecords(admin, which.patientId, {})
  expect(rows.map(({ node }) => node)).toMatchObject([
    { id: which.recordId, deletedAt: clinic.now, deletedById: admin.actor.id, deleteReason: reason },
  ])

  expect(await restoreRecord(admin, which)).toMatchObject({
    deletedAt: null,
    deletedById: null,
    deleteReason: null,
  })
  expect((await listRecords(admin, which.patientId, {})).rows).toHaveLength(1)
  expect((await listDeletedRecords(admin, which.patientId, {})).rows).toEqual([])
  await expect(restoreRecord(admin, which)).rejects.toMatchObject({ code: 'not_found' })
  const auditRows = await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })
  expect(auditRows.map(({ action, details }) => [action, details])).toEqual([
    ['deleted', { hasReason: true }],
    ['listed', { filters: ['deleted'], count: 1 }],
    ['updated', { fields: ['deletedAt'], restored: true }],
    ['listed', { filters: [], count: 1 }],
    ['listed', { filters: ['deleted'], count: 0 }],
  ])
  expect(JSON.stringify(auditRows), 'the reason may tell of the patient').not.toContain(reason)
})

test('a reason has a minimum length, and the documented REST call needs none', async ({ clinic }) => {
  const { admin, which } = await onFile(clinic)
  const refused = deleteRecord(admin, { ...which, reason: 'Wrong' })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    fields: { reason: 'Reason must be at least 10 characters' },
  })
  await deleteRecord(admin, which)
  expect(await clinic.db.patientRecord.findMany()).toMatchObject([
    { deletedById: admin.actor.id, deleteReason: null },
  ])
})

test.for(['staff', 'attorney'] as const)(
  '%s cannot see or restore deleted records',
  async (role, { clinic }) => {
    const { admin, which } = await onFile(clinic)
    await deleteRecord(admin, { ...which, reason })
    const user = await clinic.user({ role })
    const { patientId } = which
    await clinic.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId: user.id } })
    for (const act of [
      () => listDeletedRecords(clinic.as(user), patientId, {}),
      () => restoreRecord(clinic.as(user), which),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  },
)

test('only one of two concurrent restores of a record succeeds', async ({ clinic }) => {
  const { admin, which } = await onFile(clinic)
  await deleteRecord(admin, { ...which, reason })
  const restore = () => restoreRecord(admin, which)
  const outcomes = await meetAt(clinic, 'patient_records', which.recordId, [restore, restore])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await clinic.db.auditLog.count({ where: { action: 'updated' } })).toBe(1)
})
