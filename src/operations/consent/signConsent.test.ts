import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import { checkSeal } from '#infra/signing/sealCheck.ts'
import { openTestClinic, type TestClinic, withAnyInput } from '#tests/support/clinic.ts'
import { diesAt } from '#tests/support/docusign/killed.ts'
import { test } from '#tests/support/test.ts'
import { openTimeStampServer } from '#tests/support/timeStampServer.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { checkSignedForm } from './checkSignedForm.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'

const dead = {
  code: 'not_found',
  message: 'This link is no longer valid. Ask the clinic to send you a new one.',
}

/** A patient with a link, the sender and the assigned attorney. */
async function setUpRequest(clinic: TestClinic) {
  const staff = await clinic.user()
  const rae = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ createdById: staff.id, assignedAttorneyId: rae.id })
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  const { path } = await showSigningLink(clinic.as(staff), { patientId: patient.id })
  const secret = path.replace('/sign/', '')
  return {
    staff,
    rae,
    patient,
    secret,
    open: () => readConsentRequest(clinic.anonymous(), { secret }),
    sign: (signerName = 'Maren Lindqvist') =>
      signConsent(clinic.anonymous(), { secret, signerName, agreesToSignElectronically: true }),
    current: () => clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } }),
    request: () => clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } }),
  }
}

test('with a time-stamp service, the form has the time of the service, too', async ({ clinic, database }) => {
  await using service = await openTimeStampServer()
  service.at = () => new Date('2026-01-05T15:00:02Z')
  const stamped = await openTestClinic(database.ownerUrl, { timeStamps: service.settings })
  onTestFinished(stamped.close)
  const { open, sign } = await setUpRequest(stamped)
  await open()
  const { sha256, content } = await sign()
  expect(await clinic.db.signedConsentForm.findMany()).toMatchObject([{ stampedAt: service.at() }])
  expect(await checkSignedForm(clinic.anonymous(), { sha256 })).toMatchObject({ stampedAt: service.at() })
  expect(await checkSeal(content, service.settings.roots)).toMatchObject({
    stamp: { state: 'valid', at: service.at() },
  })
})

describe('a signature', () => {
  test('advances the patient, stores the form with its hash, and writes audit log and history', async ({
    clinic,
  }) => {
    const { open, sign, current, patient, request } = await setUpRequest(clinic)
    await open()
    clinic.now = new Date('2026-01-05T15:05:00Z')
    const { signedAt, sha256, content } = await sign()

    expect(signedAt).toEqual(clinic.now)
    expect(await current()).toMatchObject({
      status: 'consent_signed',
      consentSignedAt: clinic.now,
      consentIsManual: false,
      consentFormUrl: `/api/patients/${patient.id}/consent-form`,
    })
    const [form] = await clinic.db.signedConsentForm.findMany()
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    expect(form?.sha256).toBe(sha256)
    expect(Buffer.from(form?.content ?? []).equals(Buffer.from(content))).toBe(true)
    expect(Buffer.from(content.slice(0, 5)).toString()).toBe('%PDF-')
    expect(await request()).toMatchObject({
      state: 'signed',
      signerName: 'Maren Lindqvist',
      disclosureVersion: 'esign-2026-11-2',
      signerIp: '192.0.2.1',
      signerUserAgent: 'vitest',
      openedAt: new Date('2026-01-05T15:00:00Z'),
      closedAt: clinic.now,
    })
    expect((await clinic.auditOf(patient)).at(-1)).toEqual({
      action: 'consent_signed',
      resourceType: 'consent_request',
      userId: null,
    })
  })

  test('alerts the user who added the patient and the assigned attorney', async ({ clinic }) => {
    const { open, sign, staff, rae, patient } = await setUpRequest(clinic)
    await open()
    await sign()
    const alerts = await clinic.db.alert.findMany({ where: { type: 'consent_signed' } })
    expect(alerts.map(({ userId }) => userId).sort()).toEqual([staff.id, rae.id].sort())
    expect(alerts[0]).toMatchObject({ patientId: patient.id, isRead: false })
  })

  test('works once: of two concurrent signatures one wins, and the link then stops working', async ({
    clinic,
  }) => {
    const { open, sign, patient } = await setUpRequest(clinic)
    await open()
    const outcomes = await Promise.allSettled([sign('Maren Lindqvist'), sign('maren lindqvist')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: dead })
    expect(await clinic.db.signedConsentForm.count()).toBe(1)
    await expect(sign()).rejects.toMatchObject(dead)
    await expect(open()).rejects.toMatchObject(dead)
    const signed = (await clinic.auditOf(patient)).filter(({ action }) => action === 'consent_signed')
    expect(signed).toHaveLength(1)
  })

  test('that a crash interrupts is stored whole or not at all, and can be repeated', async ({ clinic }) => {
    const { open, secret, sign, current } = await setUpRequest(clinic)
    await open()
    const signature = { secret, signerName: 'Maren Lindqvist', agreesToSignElectronically: true } as const
    const found = async () => [(await current()).status, await clinic.db.signedConsentForm.count()]
    let deaths = 0
    while (
      await diesAt(clinic, deaths + 1, (parts) => signConsent({ ...clinic.anonymous(), ...parts }, signature))
    ) {
      deaths += 1
      const [status, forms] = await found()
      if (status === 'consent_signed') break
      expect([status, forms]).toEqual(['consent_sent', 0])
    }
    expect(deaths).toBeGreaterThan(5)
    expect(await found()).toEqual(['consent_signed', 1])
    await expect(sign()).rejects.toMatchObject(dead)
  })

  test('at a later status is recorded without moving the patient back', async ({ clinic }) => {
    const { open, sign, current, patient } = await setUpRequest(clinic)
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await overridePatientStatus(admin, { patientId: patient.id, status: 'treatment_completed' })
    await open()
    await sign()
    expect(await current()).toMatchObject({ status: 'treatment_completed', consentSignedAt: clinic.now })
  })

  test('for a patient who was dropped is recorded and leaves them dropped', async ({ clinic }) => {
    const { open, sign, current, staff, patient } = await setUpRequest(clinic)
    await open()
    // Dropping voids the request, but a provider can still report a signature that was in progress.
    await dropPatient(clinic.as(staff), { patientId: patient.id, dropReason: 'Moved out of state' })
    await clinic.db.consentRequest.updateMany({ data: { state: 'sent', closedAt: null } })
    await sign()
    expect(await current()).toMatchObject({ status: 'dropped', consentSignedAt: clinic.now })
    expect((await clinic.auditOf(patient)).map(({ action }) => action)).toContain('consent_signed')
  })
})

describe('a link', () => {
  test('whose document was not opened cannot be signed', async ({ clinic }) => {
    const { sign, current } = await setUpRequest(clinic)
    await expect(sign()).rejects.toMatchObject({
      code: 'invalid',
      message: 'Open and read the document before signing it',
    })
    expect(await current()).toMatchObject({ status: 'consent_sent' })
  })

  test('without the box ticked, or without a name, cannot be signed', async ({ clinic }) => {
    const { open, secret } = await setUpRequest(clinic)
    await open()
    for (const [signerName, message] of [
      ['  ', 'Type your full name to sign'],
      ['X', 'Type your full name to sign'],
      ['😀', 'Type only a name: letters, spaces, hyphens and apostrophes'],
    ] as const) {
      const bare = { secret, signerName, agreesToSignElectronically: false }
      await expect(withAnyInput(signConsent)(clinic.anonymous(), bare)).rejects.toMatchObject({
        fields: { signerName: message, agreesToSignElectronically: expect.any(String) },
      })
    }
  })

  test('stops working when voided, when dropped or after 30 days, and an unknown one never works', async ({
    clinic,
  }) => {
    const voided = await setUpRequest(clinic)
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await overridePatientStatus(admin, { patientId: voided.patient.id, status: 'pending_consent' })
    const dropped = await setUpRequest(clinic)
    await dropPatient(admin, { patientId: dropped.patient.id, dropReason: 'Moved out of state' })
    const expired = await setUpRequest(clinic)
    await expired.open()
    clinic.now = new Date('2026-02-04T15:00:00Z')

    for (const { open, sign } of [voided, dropped, expired]) {
      await expect(open()).rejects.toMatchObject(dead)
      await expect(sign()).rejects.toMatchObject(dead)
    }
    const unknown = {
      secret: 'made-up',
      signerName: 'Maren Lindqvist',
      agreesToSignElectronically: true,
    } as const
    await expect(signConsent(clinic.anonymous(), unknown)).rejects.toMatchObject(dead)
    await expect(readConsentRequest(clinic.anonymous(), { secret: '' })).rejects.toMatchObject(dead)
  })

  test('keeps the time of the first opening, and each opening writes an audit row without a user', async ({
    clinic,
  }) => {
    const { open, request, patient, rae } = await setUpRequest(clinic)
    expect(await open()).toMatchObject({ clinicName: 'Test Clinic' })
    clinic.now = new Date('2026-01-06T15:00:00Z')
    await open()
    expect((await request()).openedAt).toEqual(new Date('2026-01-05T15:00:00Z'))
    const views = (await clinic.auditOf(patient)).filter(
      ({ action, resourceType }) => action === 'viewed' && resourceType === 'consent_request',
    )
    expect(views.map(({ userId }) => userId)).toEqual([null, null])
    expect(rae.id).not.toBeNull()
  })

  test('has a 256-bit secret that the database does not store', async ({ clinic }) => {
    const { secret, request } = await setUpRequest(clinic)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(await request())).not.toContain(secret)
    expect((await request()).linkHash).toBe(createHash('sha256').update(secret).digest('hex'))
  })
})
