import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { READ_TOGETHER_MAX, readPatients } from './readPatients.ts'

test('patients are read together in the given order, once each, and the list names them in the audit log', async ({
  clinic,
}) => {
  const staff = await clinic.user()
  const [one, two] = [await clinic.patient(), await clinic.patient()]
  const ids = [two.id, 'no-id', one.id, two.id.toUpperCase()]
  expect((await readPatients(clinic.as(staff), { ids })).map(({ id }) => id)).toEqual([two.id, one.id])
  const rows = await clinic.db.auditLog.findMany()
  expect(rows).toMatchObject([{ action: 'listed', details: { filters: ['ids'], count: 2 } }])
  const [named] = await clinic.db.auditLogPatients.findMany()
  expect(named?.patientIds.toSorted()).toEqual([one.id, two.id].toSorted())
})

test('patients whom the caller cannot see are left out', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const staff = await clinic.user()
  const mine = await clinic.patient({ assignedAttorneyId: attorney.id })
  const restricted = await clinic.patient({ restrictedAt: clinic.now })
  const ids = [mine.id, restricted.id]
  const readBy = async (user: typeof staff) =>
    (await readPatients(clinic.as(user), { ids })).map(({ id }) => id)
  expect([await readBy(attorney), await readBy(staff)]).toEqual([[mine.id], [mine.id]])
})

test('the number of patients is bounded', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  for (const ids of [[], Array(READ_TOGETHER_MAX + 1).fill('no-id')])
    await expect(readPatients(staff, { ids })).rejects.toMatchObject({
      code: 'invalid',
      fields: { ids: expect.any(String) },
    })
})
