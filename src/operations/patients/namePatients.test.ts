import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { namePatients } from './namePatients.ts'

test('patients are named in the given order, and the list is audited', async ({ clinic }) => {
  const staff = await clinic.user()
  const [one, two] = [await clinic.patient({ firstName: 'Ann' }), await clinic.patient({ firstName: 'Bo' })]
  const named = await namePatients(clinic.as(staff), { ids: [two.id, 'no-id', one.id] })
  expect(named.map(({ firstName }) => firstName)).toEqual(['Bo', 'Ann'])
  expect(Object.keys(named[0] ?? {}).sort()).toEqual(['firstName', 'id', 'lastName'])
  const rows = await clinic.db.auditLog.findMany({ where: { action: 'listed' } })
  expect(rows).toMatchObject([
    { resourceType: 'patient', userId: staff.id, details: { filters: ['ids'], count: 2 } },
  ])
})

test('an attorney gets only the names of patients who are still theirs', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const mine = await clinic.patient({ assignedAttorneyId: attorney.id })
  const { id } = await clinic.patient()
  const named = () => namePatients(clinic.as(attorney), { ids: [mine.id, id] })
  expect((await named()).map((patient) => patient.id)).toEqual([mine.id])
  await clinic.db.patient.update({ where: { id: mine.id }, data: { assignedAttorneyId: null } })
  expect(await named()).toEqual([])
})

test('more than ten patients at once are refused', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  await expect(namePatients(staff, { ids: Array(11).fill('no-id') })).rejects.toMatchObject({
    code: 'invalid',
  })
})
