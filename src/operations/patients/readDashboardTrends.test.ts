import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { addPatient } from './addPatient.ts'
import { dropPatient } from './dropPatient.ts'
import { overridePatientStatus } from './overridePatientStatus.ts'
import { readDashboardTrends } from './readDashboardTrends.ts'
import { reassignPatient } from './reassignPatient.ts'

const DAY_MS = 86_400_000

test('the figures have trends within each user’s scope', async ({ clinic }) => {
  const [staff, attorney] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  const daysAgo = (days: number) => new Date(clinic.now.getTime() - days * DAY_MS)
  const at = (days: number) => ({ createdAt: daysAgo(days), statusSince: daysAgo(days) })
  await clinic.patient({ ...at(6), status: 'dropped' })
  await clinic.patient({ ...at(11) })
  await clinic.patient({ ...at(20), status: 'schedulable' })
  await clinic.patient({ ...at(2), assignedAttorneyId: attorney.id })
  expect(await readDashboardTrends(clinic.as(staff), {})).toEqual({
    addedThisWeek: 1,
    oldestPendingSince: daysAgo(11),
    medianDaysToSign: null,
    stays: [],
  })
  expect(await readDashboardTrends(clinic.as(attorney), {})).toMatchObject({
    addedThisWeek: 1,
    oldestPendingSince: daysAgo(2),
  })
})

test('the days to sign are the median of all signatures and hidden from attorneys', async ({ clinic }) => {
  const [staff, attorney] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  for (const days of [1, 2, 9]) {
    const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
    await sendConsent(clinic.as(staff), { patientId })
    const closedAt = new Date(clinic.now.getTime() + days * DAY_MS)
    const signed = { openedAt: closedAt, signerName: 'Maren Lindqvist', disclosureVersion: '1' }
    await clinic.db.consentRequest.updateMany({
      where: { patientId },
      data: { state: 'signed', closedAt, ...signed },
    })
  }
  expect(await readDashboardTrends(clinic.as(staff), {})).toMatchObject({ medianDaysToSign: 2 })
  expect(await readDashboardTrends(clinic.as(attorney), {})).toMatchObject({ medianDaysToSign: null })
})

test('the duration of a step is the median of patients who moved on, within each user’s scope', async ({
  clinic,
}) => {
  const [admin, attorney] = [await clinic.user({ role: 'admin' }), await clinic.user({ role: 'attorney' })]
  const begin = clinic.now
  const after = (days: number) => {
    clinic.now = new Date(begin.getTime() + days * DAY_MS)
  }
  const ids: string[] = []
  for (const n of [1, 2, 3, 4]) {
    const email = `patient${n}@example.test`
    ids.push((await addPatient(clinic.as(admin), { firstName: 'Maren', lastName: 'Okafor', email })).id)
  }
  const [first, second, third, fourth] = ids as [string, string, string, string]
  const move = (patientId: string, status: 'consent_sent' | 'pending_consent' | 'schedulable') =>
    overridePatientStatus(clinic.as(admin), { patientId, status })
  after(1)
  await move(first, 'consent_sent')
  after(2)
  await move(second, 'schedulable')
  after(5)
  await move(first, 'pending_consent')
  await reassignPatient(clinic.as(admin), { patientId: first, assignedAttorney: attorney.id })
  after(6)
  await move(third, 'consent_sent')
  await dropPatient(clinic.as(admin), { patientId: fourth, dropReason: 'Moved out of state' })
  expect(await readDashboardTrends(clinic.as(admin), {})).toMatchObject({
    stays: [{ status: 'pending_consent', medianDays: 2 }],
  })
  const stays = [{ status: 'pending_consent', medianDays: 1 }]
  expect(await readDashboardTrends(clinic.as(attorney), {})).toMatchObject({ stays })
  await reassignPatient(clinic.as(admin), { patientId: first, assignedAttorney: 'none' })
  expect(await readDashboardTrends(clinic.as(attorney), {})).toMatchObject({ stays: [] })
})
