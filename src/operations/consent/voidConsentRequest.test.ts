import { expect } from 'vitest'
import { envelopeOf, fakeSigning } from '#tests/support/signing.ts'
import { test } from '#tests/support/test.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'

test('voiding a request kills its link, and the patient can be asked again', async ({ clinic }) => {
  const staff = await clinic.user()
  const ctx = clinic.as(staff)
  const { id: patientId } = await clinic.patient()
  await sendConsent(ctx, { patientId })
  const { path } = await showSigningLink(ctx, { patientId })
  const returned = await voidConsentRequest(ctx, { patientId, reason: ' Wrong address ' })

  expect(returned).toMatchObject({ status: 'pending_consent', statusSince: clinic.now })
  expect(await clinic.db.consentRequest.findMany()).toMatchObject([
    { state: 'voided', closedAt: clinic.now, closeReason: 'Wrong address' },
  ])
  expect(await clinic.db.patientStatusChange.findMany({ where: { from: 'consent_sent' } })).toMatchObject([
    { to: 'pending_consent', reason: 'Wrong address', changedById: staff.id },
  ])
  const rows = await clinic.db.auditLog.findMany({ where: { action: 'consent_voided' } })
  expect(rows).toMatchObject([{ resourceType: 'consent_request', patientId, userId: staff.id }])
  expect(JSON.stringify(rows)).not.toContain('Wrong')
  const secret = path.replace('/sign/', '')
  await expect(readConsentRequest(clinic.anonymous(), { secret })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await sendConsent(ctx, { patientId })).toMatchObject({ status: 'consent_sent' })
})

test('a patient who was set to Consent Sent without a request returns too', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ status: 'consent_sent' })
  const returned = await voidConsentRequest(clinic.as(staff), { patientId: patient.id })
  expect(returned.status).toBe('pending_consent')
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'updated', resourceType: 'patient', userId: staff.id },
  ])
})

test('a patient further along keeps the status, and the link stops working', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: patientId } = await clinic.patient()
  await sendConsent(admin, { patientId })
  await overridePatientStatus(admin, { patientId, status: 'treatment_completed' })
  const voided = await voidConsentRequest(admin, { patientId })
  expect(voided.status).toBe('treatment_completed')
  expect(await clinic.db.consentRequest.findMany()).toMatchObject([{ state: 'voided' }])
})

test('a request can be voided even while it is being sent', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  const signing = fakeSigning(async (order) => {
    await voidConsentRequest(staff, { patientId })
    return envelopeOf(order)
  })
  await expect(sendConsent({ ...staff, signing }, { patientId })).rejects.toMatchObject({
    message: 'This consent request was withdrawn while it was being sent',
  })
  const patient = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  expect(patient.status).toBe('pending_consent')
})

test('without an open request there is nothing to void', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  for (const status of ['pending_consent', 'consent_signed', 'dropped'] as const) {
    const { id: patientId } = await clinic.patient({ status })
    await expect(voidConsentRequest(staff, { patientId })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This patient has no open consent request',
    })
  }
  expect(await clinic.db.auditLog.count()).toBe(0)
})

test('an attorney cannot void a request, even for their own patient', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ status: 'consent_sent', assignedAttorneyId: rae.id })
  const take = voidConsentRequest(clinic.as(rae), { patientId: patient.id })
  await expect(take).rejects.toMatchObject({ code: 'forbidden' })
})
