import { describe, expect } from 'vitest'
import { NEW_CLINIC } from '#domain/clinic/settings.ts'
import { SigningTrouble } from '#domain/consent/signingProblem.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { envelopeOf, fakeSigning } from '#tests/support/signing.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { sendConsent } from './sendConsent.ts'

const requests = (clinic: TestClinic) => clinic.db.consentRequest.findMany({ orderBy: { createdAt: 'asc' } })
const current = (clinic: TestClinic, { id }: { id: string }) =>
  clinic.db.patient.findUniqueOrThrow({ where: { id } })
const actions = async (clinic: TestClinic, patient: { id: string }) =>
  (await clinic.auditOf(patient)).map(({ action }) => action)

describe('sending', () => {
  test('waits until the clinic has a name, because the form states it', async ({ clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const { id: patientId } = await clinic.patient()
    await editClinicSettings(admin, { name: NEW_CLINIC.name })
    await expect(sendConsent(admin, { patientId })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('name of the clinic'),
    })
    await editClinicSettings(admin, { name: 'Elm Street Clinic' })
    expect(await sendConsent(admin, { patientId })).toMatchObject({ status: 'consent_sent' })
  })

  test('sets the patient to wait for a signature and stores text, envelope and sender', async ({
    clinic,
  }) => {
    const staff = await clinic.user()
    const signing = fakeSigning()
    const patient = await clinic.patient({ firstName: 'José' })
    const sent = await sendConsent({ ...clinic.as(staff), signing }, { patientId: patient.id })

    const [request] = await requests(clinic)
    expect(request).toMatchObject({
      state: 'sent',
      sentAt: clinic.now,
      sentById: staff.id,
      expiresAt: new Date('2026-02-04T15:00:00Z'),
    })
    expect(sent).toMatchObject({ status: 'consent_sent', docusignEnvelopeId: request?.envelopeId })
    expect(signing.orders).toMatchObject([
      {
        idempotencyKey: request?.idempotencyKey,
        signer: { name: `José ${patient.lastName}`, email: patient.email },
      },
    ])
    expect(await clinic.auditOf(patient)).toEqual([
      { action: 'consent_sent', resourceType: 'consent_request', userId: staff.id },
    ])
    expect(await clinic.db.patientStatusChange.findMany()).toMatchObject([
      { from: 'pending_consent', to: 'consent_sent', changedById: staff.id },
    ])
  })

  test('by an attorney works for their own patient and names them in the text', async ({ clinic }) => {
    const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Okafor' })
    const patient = await clinic.patient({ assignedAttorneyId: rae.id })
    await sendConsent(clinic.as(rae), { patientId: patient.id })
    expect(JSON.stringify((await requests(clinic))[0]?.document)).toContain('Who may receive: Rae Okafor')
    const other = await clinic.patient()
    await expect(sendConsent(clinic.as(rae), { patientId: other.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test.for(['consent_sent', 'consent_signed', 'schedulable', 'dropped'] as const)(
    'at %s is a conflict and contacts no patient',
    async (status, { clinic }) => {
      const signing = fakeSigning()
      const patient = await clinic.patient({ status })
      const send = sendConsent({ ...clinic.as(await clinic.user()), signing }, { patientId: patient.id })
      await expect(send).rejects.toMatchObject({ code: 'conflict' })
      expect(signing.orders).toEqual([])
      expect(await requests(clinic)).toEqual([])
    },
  )
})

describe('a provider that fails', () => {
  test('leaves the patient unchanged, reports the reason, and can be tried again', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const patient = await clinic.patient()
    const broken = fakeSigning(() => {
      throw new SigningTrouble('the line is down')
    })
    await expect(sendConsent({ ...staff, signing: broken }, { patientId: patient.id })).rejects.toMatchObject(
      {
        code: 'provider',
        message: 'The consent form could not be sent: the line is down',
      },
    )
    expect(await current(clinic, patient)).toEqual(patient)
    expect(await requests(clinic)).toMatchObject([{ state: 'failed', closeReason: 'the line is down' }])
    expect(await actions(clinic, patient)).toEqual(['updated'])

    await sendConsent({ ...staff, signing: fakeSigning() }, { patientId: patient.id })
    expect((await requests(clinic)).map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
    expect(await current(clinic, patient)).toMatchObject({ status: 'consent_sent' })
  })

  test('holds no transaction open while the provider is slow', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const patient = await clinic.patient()
    const signing = fakeSigning(async (order) => {
      const [{ open } = { open: -1 }] = await clinic.db.$queryRaw<{ open: number }[]>`
        SELECT count(*)::int AS open FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
      expect(open).toBe(0)
      return envelopeOf(order)
    })
    await sendConsent({ ...staff, signing }, { patientId: patient.id })
  })
})

describe('concurrent changes', () => {
  test('of two concurrent sends one wins, and the patient is asked once', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const patient = await clinic.patient()
    const signing = fakeSigning()
    const send = () => sendConsent({ ...staff, signing }, { patientId: patient.id })
    const outcomes = await Promise.allSettled([send(), send(), send()])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
    expect(signing.orders).toHaveLength(1)
    expect(await requests(clinic)).toMatchObject([{ state: 'sent' }])
  })

  test('a patient dropped while the form is being sent stays dropped', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const patient = await clinic.patient()
    const signing = fakeSigning(async (order) => {
      await dropPatient(staff, { patientId: patient.id, dropReason: 'Moved out of state' })
      return envelopeOf(order)
    })
    await expect(sendConsent({ ...staff, signing }, { patientId: patient.id })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This consent request was withdrawn while it was being sent',
    })
    expect(await current(clinic, patient)).toMatchObject({ status: 'dropped' })
    expect(await requests(clinic)).toMatchObject([{ state: 'voided' }])
  })

  test.for(['treatment_completed', 'consent_sent'] as const)(
    'a patient moved to %s while the form is being sent keeps that status',
    async (to, { clinic }) => {
      const admin = clinic.as(await clinic.user({ role: 'admin' }))
      const patient = await clinic.patient()
      const signing = fakeSigning(async (order) => {
        await overridePatientStatus(admin, { patientId: patient.id, status: to })
        return envelopeOf(order)
      })
      const sent = await sendConsent({ ...admin, signing }, { patientId: patient.id })
      expect(sent).toMatchObject({ status: to, docusignEnvelopeId: expect.stringMatching(/^envelope-/) })
      expect(await requests(clinic)).toMatchObject([{ state: 'sent' }])
      expect(await actions(clinic, patient)).toContain('consent_sent')
    },
  )
})

test('a copy by e-mail needs a mail server, a date of birth on file, and an address that is one', async ({
  clinic,
}) => {
  sendMailTo(clinic, await openMailServer())
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  const rae = await clinic.user({ role: 'attorney' })
  const lee = { name: 'Lee Park', email: 'lee@park.test' }
  const send = (recipients: object[], ctx = staff) =>
    sendConsent(ctx, { patientId, recipients, copyToRecipients: true })
  await expect(send([lee], { ...staff, mailer: null })).rejects.toMatchObject({
    code: 'invalid',
    fields: { copyToRecipients: expect.stringContaining('E-mail is not set up') },
  })
  await expect(send([lee])).rejects.toMatchObject({
    code: 'invalid',
    fields: { copyToRecipients: expect.stringContaining('date of birth') },
  })
  await expect(send([{ ...lee, email: 'lee at park' }])).rejects.toMatchObject({
    fields: { 'recipients.0.email': 'Enter a valid e-mail address, or leave it empty' },
  })
  await expect(send([{ userId: rae.id, email: lee.email }])).rejects.toMatchObject({
    fields: { 'recipients.0': expect.stringContaining('comes from the account') },
  })
  await send([{ ...lee, email: ' ' }])
})
