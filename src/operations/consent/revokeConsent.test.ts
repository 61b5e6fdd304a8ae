import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { revokeConsent } from './revokeConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { signConsent } from './signConsent.ts'

const reason = 'Called and took the consent back'
const signedAt = new Date('2025-12-01T09:00:00Z')
const consent = { consentSignedAt: signedAt, consentFormUrl: '/api/patients/1/consent-form' }

async function signAgain(clinic: TestClinic, patientId: string): Promise<void> {
  const request = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId, state: 'sent' } })
  const secret = clinic.instances.signing.current.linkSecret(request.idempotencyKey) as string
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    secret,
    signerName: 'Maren Lindqvist',
    agreesToSignElectronically: true,
  })
}

test.for(['consent_signed', 'schedulable'] as const)(
  'a revocation at %s returns the patient to pending and keeps the signed form on file',
  async (status, { clinic }) => {
    const staff = await clinic.user()
    const patient = await clinic.patient({ status, ...consent })
    const revoked = await revokeConsent(clinic.as(staff), { patientId: patient.id, reason })
    expect(revoked).toMatchObject({
      ...consent,
      status: 'pending_consent',
      statusSince: clinic.now,
      consentRevokedAt: clinic.now,
    })
    expect(await clinic.db.patientStatusChange.findMany()).toMatchObject([
      { from: status, to: 'pending_consent', reason, changedById: staff.id },
    ])
    const rows = await clinic.db.auditLog.findMany()
    expect(rows).toMatchObject([
      { action: 'consent_revoked', resourceType: 'patient', resourceId: patient.id, userId: staff.id },
    ])
    expect(JSON.stringify(rows)).not.toContain('took the consent')
  },
)

test('appointments stay, because the patient may sign again', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ status: 'schedulable', ...consent })
  const scheduledAt = new Date('2026-01-07T10:00:00Z')
  await clinic.db.appointment.create({
    data: { patientId: patient.id, providerId: staff.id, createdById: staff.id, scheduledAt },
  })
  await revokeConsent(clinic.as(staff), { patientId: patient.id, reason })
  expect(await clinic.db.appointment.findMany()).toMatchObject([{ status: 'scheduled', scheduledAt }])
})

test('a signature after the revocation counts, with its own time', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient({ status: 'consent_signed', ...consent })
  await revokeConsent(staff, { patientId, reason })
  await sendConsent(staff, { patientId })
  clinic.now = new Date('2026-01-06T15:00:00Z')
  await signAgain(clinic, patientId)
  expect(await clinic.db.patient.findUnique({ where: { id: patientId } })).toMatchObject({
    status: 'consent_signed',
    consentRevokedAt: null,
    consentSignedAt: clinic.now,
  })
})

test.for(['consent_signed', 'schedulable'] as const)(
  'an administrator who sets the status to %s restores the consent from that time',
  async (status, { clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const { id: patientId } = await clinic.patient({ status: 'schedulable', ...consent })
    await revokeConsent(admin, { patientId, reason })
    clinic.now = new Date('2026-01-06T15:00:00Z')
    const moved = await overridePatientStatus(admin, { patientId, status })
    expect(moved).toMatchObject({
      consentRevokedAt: null,
      consentSignedAt: clinic.now,
      consentIsManual: true,
    })
  },
)

test('records stay closed when an administrator sets a later status', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: patientId } = await clinic.patient({ status: 'schedulable', ...consent })
  await revokeConsent(admin, { patientId, reason })
  const moved = await overridePatientStatus(admin, { patientId, status: 'treatment_completed' })
  expect(moved.consentRevokedAt).toEqual(clinic.now)
})

test('without a consent there is nothing to revoke', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ status: 'consent_sent' })
  await expect(revokeConsent(staff, { patientId: patient.id, reason })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Consent can only be revoked from Consent Signed on; this patient is at Consent Sent',
  })
})

test.for(['treatment_completed', 'pending_records', 'records_forwarded'] as const)(
  'at %s a revocation keeps the status and works once',
  async (status, { clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient({ status, ...consent })
    const revoked = await revokeConsent(staff, { patientId, reason })
    expect(revoked).toMatchObject({ ...consent, status, consentRevokedAt: clinic.now })
    expect(await clinic.db.patientStatusChange.count({ where: { patientId } })).toBe(0)
    expect(await clinic.db.consentRevocation.findMany()).toMatchObject([
      { patientId, reason, revokedAt: clinic.now, revokedById: staff.actor.id },
    ])
    await expect(revokeConsent(staff, { patientId, reason })).rejects.toMatchObject({ code: 'conflict' })
    const { id } = await clinic.patient({ status })
    await expect(revokeConsent(staff, { patientId: id, reason })).rejects.toMatchObject({
      message: 'This patient has no consent on file',
    })
  },
)

test('the reason must have 10 to 1,000 characters', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ status: 'consent_signed' })
  const revoke = (reason: string) => revokeConsent(staff, { patientId: patient.id, reason: reason })
  await expect(revoke('   too short ')).rejects.toMatchObject({
    fields: { reason: 'Reason must be at least 10 characters' },
  })
  await expect(revoke('x'.repeat(1001))).rejects.toMatchObject({
    fields: { reason: 'Reason must be less than 1000 characters' },
  })
  await revoke('x'.repeat(1000))
})

test('an attorney cannot revoke consent, even for their own patient', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ status: 'consent_signed', assignedAttorneyId: rae.id })
  const revoke = revokeConsent(clinic.as(rae), { patientId: patient.id, reason })
  await expect(revoke).rejects.toMatchObject({ code: 'forbidden' })
})
