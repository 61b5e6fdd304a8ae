import { expect } from 'vitest'
import { meetAt } from '#testing/meeting.ts'
import { test } from '#testing/test.ts'
import { prepareRequest } from './prepareRequest.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'

test('sent again, the old link is dead, the new one lives, and the patient stays where they are', async ({
  clinic,
}) => {
  const staff = await clinic.user()
  const ctx = clinic.as(staff)
  const { id: patientId } = await clinic.patient()
  const { statusSince } = await sendConsent(ctx, { patientId })
  const secretNow = async () => (await showSigningLink(ctx, { patientId })).path.replace('/sign/', '')
  const old = await secretNow()
  clinic.now = new Date('2026-01-08T09:00:00Z')
  expect(await resendConsent(ctx, { patientId })).toMatchObject({ status: 'consent_sent', statusSince })

  const [first, second] = await clinic.db.consentRequest.findMany({ orderBy: { createdAt: 'asc' } })
  expect(first).toMatchObject({ state: 'voided', closeReason: 'Sent again', nextReminderAt: null })
  expect(second).toMatchObject({
    state: 'sent',
    replacesId: first?.id,
    sentAt: clinic.now,
    expiresAt: new Date('2026-02-07T09:00:00Z'),
    nextReminderAt: new Date('2026-01-11T09:00:00Z'),
  })
  await expect(readConsentRequest(clinic.anybody(), { secret: old })).rejects.toMatchObject({
    code: 'not_found',
  })
  await readConsentRequest(clinic.anybody(), { secret: await secretNow() })
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'consent_request', userId: staff.id },
  })
  expect(rows.map(({ action }) => action)).toEqual(['consent_sent', 'consent_voided', 'consent_sent'])
})

test('at Consent Sent without a request one is made, and elsewhere there is nothing to send again', async ({
  clinic,
}) => {
  const ctx = clinic.as(await clinic.user())
  const put = await clinic.patient({ status: 'consent_sent' })
  await resendConsent(ctx, { patientId: put.id })
  expect(await clinic.db.consentRequest.findMany()).toMatchObject([{ state: 'sent', replacesId: null }])
  const pending = await clinic.patient()
  await expect(resendConsent(ctx, { patientId: pending.id })).rejects.toMatchObject({ code: 'conflict' })
})

test('of two who send again at once one wins, and one link lives', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  await sendConsent(ctx, { patientId })
  const again = () => resendConsent(ctx, { patientId })
  await meetAt(clinic, 'patients', patientId, [again, again])
  expect(await clinic.db.consentRequest.count({ where: { state: 'sent' } })).toBe(1)
  expect(await clinic.db.consentRequest.count({ where: { state: 'preparing' } })).toBe(0)
})

test('while one is being sent, none is sent again in its place', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  await prepareRequest(ctx, patient)
  await expect(resendConsent(ctx, { patientId: patient.id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'A consent request for this patient is just being sent',
  })
  expect(await clinic.db.consentRequest.findMany()).toMatchObject([{ state: 'preparing' }])
})

test('an attorney sends again for their own patients, and for others there is no such patient', async ({
  clinic,
}) => {
  const rae = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ status: 'consent_sent', assignedAttorneyId: rae.id })
  await resendConsent(clinic.as(rae), { patientId: own.id })
  const other = await clinic.patient({ status: 'consent_sent' })
  await expect(resendConsent(clinic.as(rae), { patientId: other.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
