import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { overridePatientStatus } from './overridePatientStatus.ts'

const somewhere = ['treatment_completed', 'pending_records', 'records_forwarded', 'consent_sent'] as const

test.for(somewhere)(
  'an administrator sets a patient to %s, and nothing else changes',
  async (to, { clinic }) => {
    const admin = await clinic.user({ role: 'admin' })
    const patient = await clinic.patient()
    const moved = await overridePatientStatus(clinic.as(admin), { patientId: patient.id, status: to })
    expect(moved).toMatchObject({ status: to, statusSince: clinic.now, consentSignedAt: null })
    expect(await clinic.db.auditLog.findMany()).toMatchObject([
      {
        action: 'updated',
        resourceType: 'patient',
        patientId: patient.id,
        userId: admin.id,
        details: { fields: ['status'], from: 'pending_consent', to },
      },
    ])
    expect(await clinic.db.patientStatusChange.findMany()).toMatchObject([
      { from: 'pending_consent', to, changedById: admin.id, reason: 'Status override' },
    ])
  },
)

test.for(['consent_signed', 'schedulable'] as const)(
  'setting %s voids the open request and marks the consent manual',
  async (to, { clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const patient = await clinic.patient()
    await sendConsent(admin, { patientId: patient.id })
    const moved = await overridePatientStatus(admin, { patientId: patient.id, status: to })

    expect(moved).toMatchObject({ status: to, consentSignedAt: clinic.now, consentIsManual: true })
    expect(await clinic.db.consentRequest.findMany()).toMatchObject([
      { state: 'voided', closedAt: clinic.now },
    ])
    const actions = (await clinic.auditOf(patient)).map(({ action }) => action)
    expect(actions.sort()).toEqual(['consent_sent', 'consent_voided', 'updated'])
  },
)

test('the time of an earlier consent is kept', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const consentSignedAt = new Date('2025-12-01T09:00:00Z')
  const patient = await clinic.patient({ status: 'treatment_completed', consentSignedAt })
  const moved = await overridePatientStatus(admin, { patientId: patient.id, status: 'consent_signed' })
  expect(moved).toMatchObject({ consentSignedAt, consentIsManual: true })
})

test('setting pending voids the open request', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const patient = await clinic.patient()
  await sendConsent(admin, { patientId: patient.id })
  await overridePatientStatus(admin, { patientId: patient.id, status: 'pending_consent' })
  expect(await clinic.db.consentRequest.findMany()).toMatchObject([{ state: 'voided' }])
  await sendConsent(admin, { patientId: patient.id })
  expect(await clinic.db.consentRequest.count({ where: { state: 'sent' } })).toBe(1)
})

test('leaving dropped clears the drop fields, and the history keeps them', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const patient = await clinic.patient({ status: 'dropped' })
  const moved = await overridePatientStatus(admin, { patientId: patient.id, status: 'pending_consent' })
  expect(moved).toMatchObject({
    status: 'pending_consent',
    dropReason: null,
    droppedAt: null,
    droppedById: null,
  })
  expect(await clinic.db.patientStatusChange.findMany()).toMatchObject([
    { from: 'dropped', to: 'pending_consent' },
  ])
})

test('setting the same status is a conflict, and dropped cannot be set', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const patient = await clinic.patient({ status: 'schedulable' })
  const same = overridePatientStatus(admin, { patientId: patient.id, status: 'schedulable' })
  await expect(same).rejects.toMatchObject({ code: 'conflict' })
  const dropped = overridePatientStatus(admin, { patientId: patient.id, status: 'dropped' as never })
  await expect(dropped).rejects.toMatchObject({ fields: { status: 'Choose a status other than Dropped' } })
  expect(await clinic.db.auditLog.count()).toBe(0)
})

test.for(['staff', 'attorney'] as const)(
  '%s cannot override, even for their own patient',
  async (role, { clinic }) => {
    const user = await clinic.user({ role })
    const patient = await clinic.patient({ createdById: user.id, assignedAttorneyId: user.id })
    const move = overridePatientStatus(clinic.as(user), { patientId: patient.id, status: 'schedulable' })
    await expect(move).rejects.toMatchObject({ code: 'forbidden' })
  },
)
