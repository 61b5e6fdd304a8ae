import { expect } from 'vitest'
import { FORMS_PER_DAY } from '#domain/consent/signingInputs.ts'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { prepareRequest } from './prepareRequest.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'

test('a resend replaces the link and keeps the patient’s status', async ({ clinic }) => {
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
  await expect(readConsentRequest(clinic.anonymous(), { secret: old })).rejects.toMatchObject({
    code: 'not_found',
  })
  await readConsentRequest(clinic.anonymous(), { secret: await secretNow() })
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'consent_request', userId: staff.id },
    orderBy: { id: 'asc' },
  })
  expect(rows.map(({ action }) => action)).toEqual(['consent_sent', 'consent_voided', 'consent_sent'])
})

test('a patient at Consent Sent without a request gets one, and other statuses refuse a resend', async ({
  clinic,
}) => {
  const ctx = clinic.as(await clinic.user())
  const put = await clinic.patient({ status: 'consent_sent' })
  await resendConsent(ctx, { patientId: put.id })
  expect(await clinic.db.consentRequest.findMany()).toMatchObject([{ state: 'sent', replacesId: null }])
  const pending = await clinic.patient()
  await expect(resendConsent(ctx, { patientId: pending.id })).rejects.toMatchObject({ code: 'conflict' })
})

test('of two concurrent resends one wins, and one link works', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  await sendConsent(ctx, { patientId })
  const again = () => resendConsent(ctx, { patientId })
  await meetAt(clinic, 'patients', patientId, [again, again])
  expect(await clinic.db.consentRequest.count({ where: { state: 'sent' } })).toBe(1)
  expect(await clinic.db.consentRequest.count({ where: { state: 'preparing' } })).toBe(0)
})

test('a resend is refused while another send is running', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  await prepareRequest(ctx, patient)
  await expect(resendConsent(ctx, { patientId: patient.id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'A consent request for this patient is being sent now',
  })
  expect(await clinic.db.consentRequest.findMany()).toMatchObject([{ state: 'preparing' }])
})

test('a patient is sent at most ten forms within a day', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  const start = clinic.now.getTime()
  await sendConsent(ctx, { patientId })
  for (let hour = 1; hour < FORMS_PER_DAY; hour++) {
    clinic.now = new Date(start + hour * 3_600_000)
    await resendConsent(ctx, { patientId })
  }
  const refused = {
    code: 'rate_limited',
    message: 'This patient was sent 10 consent forms within a day. Try again in 15 hours.',
    facts: { retryAfter: 15 * 3600 },
  }
  await expect(resendConsent(ctx, { patientId })).rejects.toMatchObject(refused)
  const stranger = clinic.as(await clinic.user({ role: 'attorney' }))
  await expect(resendConsent(stranger, { patientId })).rejects.toMatchObject({ code: 'not_found' })
  expect(await clinic.db.consentRequest.count({ where: { state: 'sent' } })).toBe(1)
  await voidConsentRequest(ctx, { patientId })
  await expect(sendConsent(ctx, { patientId })).rejects.toMatchObject(refused)
  const another = await clinic.patient()
  await sendConsent(ctx, { patientId: another.id })
  clinic.now = new Date(start + 24 * 3_600_000)
  await sendConsent(ctx, { patientId })
})

test('an attorney can resend for their own patients, and gets not found for others', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ status: 'consent_sent', assignedAttorneyId: rae.id })
  await resendConsent(clinic.as(rae), { patientId: own.id })
  const other = await clinic.patient({ status: 'consent_sent' })
  await expect(resendConsent(clinic.as(rae), { patientId: other.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
