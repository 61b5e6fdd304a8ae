import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { askForPaperCopy } from './askForPaperCopy.ts'
import { expireRequests } from './expireRequests.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { remindPatients } from './remindPatients.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'

const DAY = 86_400_000

/** Lets the days pass one by one and runs the daily jobs on each. */
async function live(clinic: TestClinic, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    clinic.now = new Date(clinic.now.getTime() + DAY)
    await expireRequests(clinic.anonymous())
    await remindPatients(clinic.anonymous())
    await deliverWaitingMail(clinic.anonymous())
  }
}

async function setUpRequest(clinic: TestClinic) {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const staff = await clinic.user()
  const rae = await clinic.user({ role: 'attorney', emailAlerts: false })
  const patient = await clinic.patient({ createdById: staff.id, assignedAttorneyId: rae.id })
  const begun = clinic.now.getTime()
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  await deliverWaitingMail(clinic.anonymous())
  server.letters.length = 0
  /** How many days after the request each reminder was sent. */
  const reminders = async () => {
    const sent = await clinic.db.mailMessage.findMany({
      where: { kind: 'consent_reminder', state: 'sent' },
      orderBy: { sentAt: 'asc' },
    })
    return sent.map(({ sentAt }) => ((sentAt?.getTime() ?? 0) - begun) / DAY)
  }
  return { server, staff, rae, patient, patientId: patient.id, reminders }
}

test('a silent patient is reminded after 3 days, then every 4, five times, until the link expires', async ({
  clinic,
}) => {
  const { server, staff, rae, patient, patientId, reminders } = await setUpRequest(clinic)
  const { path } = await showSigningLink(clinic.as(staff), { patientId })
  await live(clinic, 29)
  expect(await reminders()).toEqual([3, 7, 11, 15, 19])
  expect(server.letters[0]).toMatchObject({
    subject: 'Test Clinic: a form is waiting for your signature',
    to: [{ address: patient.email }],
  })
  expect(await clinic.db.consentRequest.findFirst()).toMatchObject({ remindersSent: 5, nextReminderAt: null })

  await live(clinic, 1)
  expect(await clinic.db.consentRequest.findFirst()).toMatchObject({ state: 'expired', closedAt: clinic.now })
  expect(await clinic.db.patient.findFirst({ where: { id: patientId } })).toMatchObject({
    status: 'pending_consent',
  })
  const secret = path.replace('/sign/', '')
  await expect(readConsentRequest(clinic.anonymous(), { secret })).rejects.toMatchObject({
    code: 'not_found',
  })
  const alerts = await clinic.db.alert.findMany({ where: { type: 'consent_expired' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([staff.id, rae.id].sort())
  expect(await clinic.db.auditLog.count({ where: { action: 'consent_expired', userId: null } })).toBe(1)
  expect(await expireRequests(clinic.anonymous())).toBe(0)
})

test('reminders stop when they no longer apply', async ({ clinic }) => {
  const { staff, patientId, reminders } = await setUpRequest(clinic)
  await live(clinic, 4)
  expect(await reminders()).toEqual([3])
  await dropPatient(clinic.as(staff), { patientId, dropReason: 'Moved out of state' })
  await live(clinic, 20)
  expect(await reminders()).toEqual([3])
})

test('a patient who asked for a paper form is not reminded', async ({ clinic }) => {
  const { reminders } = await setUpRequest(clinic)
  await clinic.db.consentRequest.updateMany({ data: { paperRequestedAt: clinic.now } })
  await live(clinic, 20)
  expect(await reminders()).toEqual([])
})

test('a queued reminder does not go to a patient who has asked for a paper form', async ({ clinic }) => {
  const { staff, patientId, reminders } = await setUpRequest(clinic)
  const secret = (await showSigningLink(clinic.as(staff), { patientId })).path.replace('/sign/', '')
  clinic.now = new Date(clinic.now.getTime() + 3 * DAY)
  await remindPatients(clinic.anonymous())
  await askForPaperCopy(clinic.anonymous(), { secret })
  await deliverWaitingMail(clinic.anonymous())
  expect(await reminders()).toEqual([])
  expect(await clinic.db.mailMessage.findFirst({ where: { kind: 'consent_reminder' } })).toMatchObject({
    state: 'withdrawn',
  })
})

test('after a resend the patient is reminded of the new request only', async ({ clinic }) => {
  const { staff, patientId, reminders } = await setUpRequest(clinic)
  await live(clinic, 2)
  await resendConsent(clinic.as(staff), { patientId })
  await live(clinic, 4)
  expect(await reminders()).toEqual([5])
})

test('an administrator sets how often patients are reminded, or turns reminders off', async ({ clinic }) => {
  const { reminders } = await setUpRequest(clinic)
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await live(clinic, 3)
  await editClinicSettings(admin, { remindersMax: 1 })
  await clinic.instances.settings.refresh()
  await live(clinic, 10)
  expect(await reminders()).toEqual([3])
})

test('reminders that an earlier release sent count', async ({ clinic }) => {
  const { patientId, reminders } = await setUpRequest(clinic)
  const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow()
  const earlier = { kind: 'consent_reminder', state: 'withdrawn', toAddress: 'maren@holt.example' } as const
  await clinic.db.mailMessage.createMany({ data: Array(4).fill({ ...earlier, requestId, patientId }) })
  await live(clinic, 29)
  expect(await reminders()).toEqual([3])
})

test('two concurrent workers send one reminder', async ({ clinic }) => {
  const { patientId } = await setUpRequest(clinic)
  clinic.now = new Date(clinic.now.getTime() + 3 * DAY)
  const remind = () => remindPatients(clinic.anonymous())
  await meetAt(clinic, 'patients', patientId, [remind, remind])
  expect(await clinic.db.mailMessage.count({ where: { kind: 'consent_reminder' } })).toBe(1)
})

test('people who work with the patient get an e-mail about an expired link without the patient’s name', async ({
  clinic,
}) => {
  const { server, staff, patient } = await setUpRequest(clinic)
  await live(clinic, 30)
  const email = server.letters.find(({ to }) => to?.[0]?.address === staff.email)
  expect(email).toMatchObject({ subject: 'Test Clinic: A consent request has expired' })
  expect(email?.source).not.toContain(patient.lastName)
  expect(email?.source).not.toContain(patient.id)
  expect(email?.text).toContain('https://clinic.test/')
  const alerts = await clinic.db.alert.findMany({ orderBy: { emailSent: 'asc' } })
  // The attorney has turned off e-mail copies.
  expect(alerts).toMatchObject([
    { emailSent: false, scheduledFor: null, sentAt: null },
    { userId: staff.id, emailSent: true, scheduledFor: clinic.now, sentAt: clinic.now },
  ])
})
