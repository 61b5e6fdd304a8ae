import { expect } from 'vitest'
import { dayOf } from '#domain/dates.ts'
import { test } from '#tests/support/test.ts'
import {
  answerAccountingRequest,
  extendAccountingRequest,
  recordAccountingRequest,
} from './accountingRequests.ts'
import { alertAccountingDue } from './alertAccountingDue.ts'

const reason = 'An archive has to be searched'

test('a request is due in 60 days, can be extended once by 30, and is answered once', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  const patientId = patient.id
  const request = await recordAccountingRequest(staff, { patientId, receivedOn: '2026-01-02' })
  expect(dayOf(request.dueOn)).toBe('2026-03-03')
  await expect(recordAccountingRequest(staff, { patientId, receivedOn: '2026-01-03' })).rejects.toMatchObject(
    {
      code: 'conflict',
    },
  )
  const which = { patientId, accountingRequestId: request.id }
  const extended = await extendAccountingRequest(staff, { ...which, reason })
  expect(dayOf(extended.dueOn)).toBe('2026-04-02')
  await expect(extendAccountingRequest(staff, { ...which, reason })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(answerAccountingRequest(staff, { ...which, answeredOn: '2026-01-01' })).rejects.toMatchObject({
    fields: { answeredOn: 'The answer must not be before the request' },
  })
  await answerAccountingRequest(staff, { ...which, answeredOn: '2026-01-05' })
  await expect(answerAccountingRequest(staff, { ...which, answeredOn: '2026-01-05' })).rejects.toMatchObject({
    code: 'conflict',
  })
  // A second request may follow.
  await recordAccountingRequest(staff, { patientId, receivedOn: '2026-01-05' })
  expect(
    (await clinic.auditOf(patient)).map(({ action, resourceType }) => `${action} ${resourceType}`),
  ).toEqual([
    'created accounting_request',
    'updated accounting_request',
    'updated accounting_request',
    'created accounting_request',
  ])
})

test('the time cannot be extended after the first 60 days, nor a request come from the future', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  await expect(recordAccountingRequest(staff, { patientId, receivedOn: '2026-01-06' })).rejects.toMatchObject(
    {
      fields: { receivedOn: expect.any(String) },
    },
  )
  const { id } = await recordAccountingRequest(staff, { patientId, receivedOn: '2025-11-05' })
  await expect(
    extendAccountingRequest(staff, { patientId, accountingRequestId: id, reason }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('staff and administrators are alerted once when a request is due soon, and once when it is overdue', async ({
  clinic,
}) => {
  const recorder = await clinic.user()
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ lastName: 'Okafor' })
  const staff = clinic.as(recorder)
  await recordAccountingRequest(staff, { patientId: patient.id, receivedOn: '2026-01-02' })
  const alerts = async () =>
    (await clinic.db.alert.findMany({ where: { type: 'accounting_due' } })).map(({ userId, message }) => [
      userId,
      message,
    ])
  const runOn = async (day: string) => {
    clinic.now = new Date(`${day}T15:00:00Z`)
    return alertAccountingDue(clinic.anonymous())
  }
  expect([await runOn('2026-02-23'), await alerts()]).toEqual([0, []])
  expect([await runOn('2026-02-24'), await runOn('2026-03-03')]).toEqual([1, 0])
  expect((await alerts()).map(([userId]) => userId).sort()).toEqual([recorder.id, admin.id].sort())
  expect((await alerts())[0]?.[1]).toBe(
    'The accounting of disclosures that Maren Okafor requested is due on Mar 3, 2026',
  )
  expect([await runOn('2026-03-04'), await runOn('2026-03-05')]).toEqual([1, 0])
  expect(await alerts()).toHaveLength(4)
})

test('an attorney cannot record, extend or answer a request', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const attorney = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
  const { id } = await recordAccountingRequest(staff, { patientId, receivedOn: '2026-01-02' })
  const which = { patientId, accountingRequestId: id }
  const ctx = clinic.as(attorney)
  for (const attempt of [
    () => recordAccountingRequest(ctx, { patientId, receivedOn: '2026-01-02' }),
    () => extendAccountingRequest(ctx, { ...which, reason }),
    () => answerAccountingRequest(ctx, { ...which, answeredOn: '2026-01-05' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
})
