import { expect } from 'vitest'
import { scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { emergency, HOUR, reason, restrictedChart, tryChart } from '#tests/support/restrictedChart.ts'
import { test } from '#tests/support/test.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { editUser } from '../users/editUser.ts'
import { setUserActive } from '../users/setUserActive.ts'
import { breakGlass } from './breakGlass.ts'
import { liftRestriction } from './liftRestriction.ts'
import { listBreakGlasses } from './listBreakGlasses.ts'
import { restrictPatient } from './restrictPatient.ts'
import { reviewBreakGlass } from './reviewBreakGlass.ts'

const later = (clinic: TestClinic, ms: number) => {
  clinic.now = new Date(clinic.now.getTime() + ms)
}

test('breaking the glass opens one chart to one user for exactly four hours', async ({ clinic }) => {
  const { sam, patientId, asSam } = await restrictedChart(clinic)
  const other = clinic.as(await clinic.user())
  expect(await breakGlass(asSam, { patientId, reason: emergency })).toMatchObject({ id: patientId })
  expect([await tryChart(asSam, patientId), await tryChart(other, patientId)]).toEqual(['open', 'forbidden'])
  await expect(breakGlass(asSam, { patientId, reason: emergency })).rejects.toMatchObject({
    code: 'conflict',
  })
  later(clinic, 4 * HOUR - 1)
  expect(await tryChart(asSam, patientId)).toBe('open')
  later(clinic, 1)
  expect(await tryChart(asSam, patientId)).toBe('forbidden')
  expect(await clinic.db.breakGlass.findMany()).toMatchObject([
    { userId: sam.id, patientId, reason: emergency },
  ])
  expect(await clinic.auditOf({ id: patientId })).toContainEqual({
    action: 'break_glass',
    resourceType: 'patient',
    userId: sam.id,
  })
})

test('every administrator is alerted about the user, the reason and the number of charts within an hour', async ({
  clinic,
}) => {
  const { admin, sam, patientId, asSam, asAdmin } = await restrictedChart(clinic)
  await clinic.user({ role: 'admin', isActive: false })
  await breakGlass(asSam, { patientId, reason: emergency })
  const second = await clinic.patient({ firstName: 'Ben', lastName: 'Two' })
  await restrictPatient(asAdmin, { patientId: second.id, reason })
  await breakGlass(asSam, { patientId: second.id, reason: emergency })
  const sentAlerts = await clinic.db.alert.findMany({ orderBy: { id: 'asc' } })
  expect(sentAlerts.map(({ type, userId, message }) => [type, userId, message])).toEqual([
    ['break_glass', admin.id, `Sam Okoye broke the glass to open the chart of Zoë Ünal: ${emergency}`],
    [
      'break_glass',
      admin.id,
      `Sam Okoye broke the glass to open the chart of Ben Two (2 charts within an hour): ${emergency}`,
    ],
  ])
  expect(sentAlerts.some(({ userId }) => userId === sam.id)).toBe(false)
})

test('an administrator, an attorney or an API key cannot break the glass', async ({ clinic }) => {
  const { patientId, asSam, asAdmin } = await restrictedChart(clinic)
  const attorney = clinic.as(await clinic.user({ role: 'attorney' }))
  const program = { ...asSam, actor: { ...asSam.actor, key: { id: 'a key', scopes: scopesOfFormer.write } } }
  for (const ctx of [asAdmin, attorney, program])
    await expect(breakGlass(ctx, { patientId, reason: emergency })).rejects.toMatchObject({
      code: 'forbidden',
    })
  await expect(breakGlass(asSam, { patientId, reason: 'Must' })).rejects.toMatchObject({
    fields: { reason: 'Reason must be at least 10 characters' },
  })
  await breakGlass(asSam, { patientId, reason: emergency })
  expect([await tryChart(asSam, patientId), await tryChart(program, patientId)]).toEqual([
    'open',
    'forbidden',
  ])
})

test('break-the-glass access ends with the account, a change of role, or the restriction', async ({
  clinic,
}) => {
  const { sam, patientId, asSam, asAdmin } = await restrictedChart(clinic)
  const ends = {
    'let out': () => setUserActive(asAdmin, { userId: sam.id, isActive: false }),
    'another role': () => editUser(asAdmin, { userId: sam.id, role: 'attorney' }),
    lifted: () => liftRestriction(asAdmin, { patientId, reason }),
    deleted: () => deleteUser(asAdmin, { userId: sam.id }),
  }
  for (const [how, end] of Object.entries(ends)) {
    await clinic.db.user.update({ where: { id: sam.id }, data: { isActive: true, role: 'staff' } })
    await breakGlass(asSam, { patientId, reason: emergency })
    await end()
    const open = await clinic.db.breakGlass.count({ where: { endsAt: { gt: clinic.now } } })
    expect(open, how).toBe(0)
    if (how === 'lifted') await restrictPatient(asAdmin, { patientId, reason })
    expect(await tryChart(asSam, patientId), how).toBe('forbidden')
  }
})

test('an administrator reviews each access once', async ({ clinic }) => {
  const { admin, patientId, asSam, asAdmin } = await restrictedChart(clinic)
  await breakGlass(asSam, { patientId, reason: emergency })
  const open = await listBreakGlasses(asAdmin, { isReviewed: false }, {})
  const breakGlassId = open.rows[0]?.node.id as string
  await reviewBreakGlass(asAdmin, { breakGlassId, remark: 'Called for help, rightly' })
  expect(await clinic.db.breakGlass.findFirst()).toMatchObject({
    remark: 'Called for help, rightly',
    reviewedById: admin.id,
    reviewedAt: clinic.now,
  })
  await expect(reviewBreakGlass(asAdmin, { breakGlassId, remark: 'Again' })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await listBreakGlasses(asAdmin, { isReviewed: false }, {})).rows).toEqual([])
  expect((await listBreakGlasses(asAdmin, { isReviewed: true }, {})).rows).toHaveLength(1)
  expect(await clinic.auditOf({ id: patientId })).toContainEqual({
    action: 'updated',
    resourceType: 'break_glass',
    userId: admin.id,
  })
})
