import { expect } from 'vitest'
import { test } from '#testing/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { readDashboardTrends } from './readDashboardTrends.ts'

const DAY_MS = 86_400_000

test('the figures tell what they are doing, for each in their own scope', async ({ clinic }) => {
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
  })
  expect(await readDashboardTrends(clinic.as(attorney), {})).toMatchObject({
    addedThisWeek: 1,
    oldestPendingSince: daysAgo(2),
  })
})

test('the days to sign are the median of the signatures, and not told to an attorney', async ({ clinic }) => {
  const [staff, attorney] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  for (const days of [1, 2, 9]) {
    const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
    await sendConsent(clinic.as(staff), { patientId })
    const closedAt = new Date(clinic.now.getTime() + days * DAY_MS)
    const signed = { openedAt: closedAt, signerName: 'Maren', disclosureVersion: '1' }
    await clinic.db.consentRequest.updateMany({
      where: { patientId },
      data: { state: 'signed', closedAt, ...signed },
    })
  }
  expect(await readDashboardTrends(clinic.as(staff), {})).toMatchObject({ medianDaysToSign: 2 })
  expect(await readDashboardTrends(clinic.as(attorney), {})).toMatchObject({ medianDaysToSign: null })
})
