import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { listAlerts, readAlert, readAllAlerts } from './alerts.ts'

const tell = (clinic: TestClinic, userId: string, patientId: string | null, message: string) =>
  clinic.db.alert.create({
    data: { type: 'patient_assigned', userId, patientId, message, createdAt: clinic.now },
  })

test('users see only their own alerts and the unread count', async ({ clinic }) => {
  const [staff, colleague] = [await clinic.user(), await clinic.user()]
  await tell(clinic, staff.id, null, 'One')
  await tell(clinic, colleague.id, null, 'Two')
  const { rows, unreadCount } = await listAlerts(clinic.as(staff), {})
  expect(rows.map(({ node }) => node.message)).toEqual(['One'])
  expect(unreadCount).toBe(1)
})

test('an alert is marked read once, and only by its owner; a second answer is a view', async ({ clinic }) => {
  const [staff, colleague] = [await clinic.user(), await clinic.user()]
  const { id: alertId } = await tell(clinic, staff.id, null, 'One')
  await expect(readAlert(clinic.as(colleague), { alertId })).rejects.toMatchObject({ code: 'not_found' })
  expect(await readAlert(clinic.as(staff), { alertId })).toMatchObject({ isRead: true })
  await readAlert(clinic.as(staff), { alertId })
  const rows = await clinic.db.auditLog.findMany({ where: { resourceId: alertId }, orderBy: { id: 'asc' } })
  expect(rows.map(({ action }) => action)).toEqual(['updated', 'viewed'])
})

test('marking all as read leaves other users’ alerts unread', async ({ clinic }) => {
  const [staff, colleague] = [await clinic.user(), await clinic.user()]
  for (const message of ['One', 'Two']) await tell(clinic, staff.id, null, message)
  await tell(clinic, colleague.id, null, 'Three')
  expect(await readAllAlerts(clinic.as(staff), {})).toBe(2)
  expect((await listAlerts(clinic.as(staff), {})).unreadCount).toBe(0)
  expect((await listAlerts(clinic.as(colleague), {})).unreadCount).toBe(1)
})

test('an attorney’s alerts about a patient disappear with the patient', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  await tell(clinic, attorney.id, patient.id, 'About the patient')
  expect((await listAlerts(clinic.as(attorney), {})).unreadCount).toBe(1)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: null } })
  expect(await listAlerts(clinic.as(attorney), {})).toMatchObject({ rows: [], unreadCount: 0 })
})
