import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { openTwilioServer, sendTextsTo } from '#tests/support/twilioServer.ts'
import { editAppointment } from '../appointments/editAppointment.ts'
import { remindPatients } from '../consent/remindPatients.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { editPatient } from '../patients/editPatient.ts'
import { scheduleConsultation } from '../patients/scheduleConsultation.ts'
import { answerReminder } from './answerReminder.ts'
import { remindOfVisits } from './remindOfVisits.ts'
import { setPatientReminders } from './setPatientReminders.ts'

const NUMBER = '+14155550132'
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A consultation in three days of a patient with a telling name, who agreed to text messages. It is 10 AM in New York. */
async function setUp(clinic: TestClinic) {
  clinic.now = new Date('2026-01-05T15:00:00Z')
  const twilio = await openTwilioServer()
  sendTextsTo(clinic, twilio)
  const user = await clinic.user({ emailAlerts: false })
  const staff = clinic.as(user)
  const patient = await clinic.patient({
    ...{ firstName: 'Zebulon', phone: '(415) 555-0132', status: 'consent_signed' },
    ...{ consentSignedAt: clinic.now, createdById: user.id, injuryDescription: 'Whiplash' },
  })
  await scheduleConsultation(staff, {
    patientId: patient.id,
    ...{ consultationDate: '2026-01-08', consultationTime: '15:00', consultationLocation: 'Pain Center' },
  })
  const patientId = patient.id
  const setTexts = (byText: boolean) =>
    setPatientReminders(clinic.as(user), { patientId, isStopped: false, byText })
  const run = async () => {
    await remindOfVisits(clinic.anonymous())
    await deliverWaitingMail(clinic.anonymous())
  }
  const patientNow = () => clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const texts = () => clinic.db.mailMessage.findMany({ where: { kind: 'visit_text' } })
  return { twilio, user, staff, patient, patientId, setTexts, run, patientNow, texts }
}

test('a patient who agreed is reminded by text message, without a name or a medical word', async ({
  clinic,
}) => {
  const { twilio, setTexts, run, patient } = await setUp(clinic)
  const mail = await openMailServer()
  sendMailTo(clinic, mail)
  await setTexts(true)
  await run()
  await run()
  expect(mail.letters).toHaveLength(1)
  expect(twilio.messages).toEqual([
    {
      To: NUMBER,
      From: '+14155550100',
      Body: expect.stringMatching(
        /^Test Clinic: your appointment is on Thu, Jan 8, 2026, 3:00 PM EST\. Confirm or ask for a call: \S+\/reminder\/\S+ Reply STOP to end texts\.$/,
      ),
    },
  ])
  const { Body } = twilio.messages[0] ?? { Body: '' }
  for (const word of ['Zebulon', patient.lastName, 'Whiplash', 'Pain', 'onsult'])
    expect(Body).not.toContain(word)
  expect(
    await clinic.db.auditLog.findMany({
      where: { OR: [{ resourceType: 'mail' }, { details: { path: ['byText'], equals: true } }] },
      orderBy: { id: 'asc' },
    }),
  ).toMatchObject([
    { resourceType: 'patient', details: { fields: ['textNumber'], byText: true } },
    { details: { kind: 'visit_reminder', state: 'sent' } },
    { details: { kind: 'visit_text', state: 'sent' } },
  ])
  // The link in the message works like the one in an e-mail.
  const secret = /\/reminder\/(\S+)/.exec(Body)?.[1] ?? ''
  await answerReminder(clinic.anonymous(), { secret, answer: 'confirm' })
  expect((await clinic.db.appointment.findFirstOrThrow()).patientAnswer).toBe('confirmed')
})

test('text messages also go without mail, and in the patient’s language', async ({ clinic }) => {
  const { twilio, setTexts, run, patientId } = await setUp(clinic)
  await setTexts(true)
  await clinic.db.patient.update({ where: { id: patientId }, data: { preferredLanguage: 'es' } })
  await run()
  expect(twilio.messages.map(({ Body }) => Body)).toEqual([
    expect.stringMatching(/^Test Clinic: su cita es el jueves, 8 de enero de 2026, .* Responda STOP/),
  ])
})

test('an unsigned form is reminded of by text message', async ({ clinic }) => {
  const { twilio, setTexts, staff, patientId } = await setUp(clinic)
  await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'pending_consent' } })
  await setTexts(true)
  sendMailTo(clinic, await openMailServer())
  await sendConsent(staff, { patientId })
  clinic.now = new Date(clinic.now.getTime() + 4 * DAY)
  expect(await remindPatients(clinic.anonymous())).toBe(1)
  await deliverWaitingMail(clinic.anonymous())
  expect(twilio.messages.map(({ Body }) => Body)).toEqual([
    expect.stringMatching(
      /^Test Clinic: a form is waiting for your signature. Read and sign: \S+\/sign\/\S+ Reply STOP/,
    ),
  ])
})

test('a form is reminded of by text message without e-mail, in the daytime, and as often as the clinic set', async ({
  clinic,
}) => {
  const { twilio, setTexts, staff, patientId } = await setUp(clinic)
  await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'pending_consent' } })
  await setTexts(true)
  // 10 PM in New York, so that the first reminder comes due at night.
  clinic.now = new Date('2026-01-06T03:00:00Z')
  await sendConsent(staff, { patientId })
  const reminded: string[] = []
  for (let hour = 0; hour < 29 * 24; hour += 1) {
    if (await remindPatients(clinic.anonymous())) reminded.push(clinic.now.toISOString().slice(0, 13))
    await deliverWaitingMail(clinic.anonymous())
    clinic.now = new Date(clinic.now.getTime() + HOUR)
  }
  expect(reminded, '10 AM').toEqual([
    ...['2026-01-09T15', '2026-01-13T15', '2026-01-17T15', '2026-01-21T15', '2026-01-25T15'],
  ])
  expect(twilio.messages).toHaveLength(5)
  expect(await clinic.db.consentRequest.findFirst()).toMatchObject({ remindersSent: 5, nextReminderAt: null })
})

test('a reminder by e-mail and text message counts once', async ({ clinic }) => {
  const { twilio, setTexts, staff, patientId } = await setUp(clinic)
  await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'pending_consent' } })
  await setTexts(true)
  sendMailTo(clinic, await openMailServer())
  await sendConsent(staff, { patientId })
  clinic.now = new Date(clinic.now.getTime() + 3 * DAY)
  await remindPatients(clinic.anonymous())
  await deliverWaitingMail(clinic.anonymous())
  expect(twilio.messages).toHaveLength(1)
  expect(await clinic.db.mailMessage.count({ where: { kind: 'consent_reminder', state: 'sent' } })).toBe(1)
  expect(await clinic.db.consentRequest.findFirst()).toMatchObject({ remindersSent: 1 })
})

test('a patient who cannot be reached counts as reminded only after the agreement to text messages', async ({
  clinic,
}) => {
  const { setTexts, staff, patientId } = await setUp(clinic)
  await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'pending_consent' } })
  await sendConsent(staff, { patientId })
  const reminders = () => clinic.db.auditLog.findMany({ where: { details: { path: ['reminder'], gte: 1 } } })
  clinic.now = new Date(clinic.now.getTime() + 3 * DAY)
  expect(await remindPatients(clinic.anonymous())).toBe(0)
  expect(await reminders()).toEqual([])
  await setTexts(true)
  clinic.now = new Date(clinic.now.getTime() + 4 * DAY)
  expect(await remindPatients(clinic.anonymous())).toBe(1)
  expect(await reminders()).toMatchObject([{ details: { reminder: 1 } }])
})

test('nothing is sent without agreement, to another number, after a move, or at night', async ({
  clinic,
}) => {
  const { twilio, setTexts, run, staff, patientId, texts } = await setUp(clinic)
  await run()
  expect(await texts(), 'not agreed').toEqual([])
  await setTexts(true)
  clinic.now = new Date('2026-01-07T15:00:00Z')
  await remindOfVisits(clinic.anonymous())
  await editPatient(staff, { patientId, phone: '(415) 555-0199' })
  await deliverWaitingMail(clinic.anonymous())
  expect(await texts(), 'another number').toMatchObject([{ state: 'withdrawn' }])
  await setTexts(true)
  const { id: appointmentId } = await clinic.db.appointment.findFirstOrThrow()
  await editAppointment(staff, { appointmentId, scheduledAt: '2026-01-08T21:00:00Z' })
  await remindOfVisits(clinic.anonymous())
  clinic.now = new Date('2026-01-08T03:00:00Z')
  await deliverWaitingMail(clinic.anonymous())
  expect(
    (await texts()).map(({ state }) => state),
    'at night',
  ).toEqual(['withdrawn', 'withdrawn'])
  expect(twilio.messages).toEqual([])
})

test('after STOP the patient gets no more text messages, and there is no alert', async ({ clinic }) => {
  const { twilio, setTexts, run, patientNow, texts } = await setUp(clinic)
  await setTexts(true)
  twilio.refuseWith(400, 21610)
  await run()
  expect(await texts()).toMatchObject([{ state: 'withdrawn', attempts: 1 }])
  expect((await patientNow()).textNumber).toBeNull()
  expect(await clinic.db.auditLog.count({ where: { details: { path: ['byText'], equals: false } } })).toBe(1)
  expect(await clinic.db.alert.count({ where: { type: 'text_failed' } })).toBe(0)
})

test('a number that cannot be reached alerts administrators and who booked, and a busy service is tried again', async ({
  clinic,
}) => {
  const { twilio, setTexts, run, texts, patient, user } = await setUp(clinic)
  const administrator = await clinic.user({ role: 'admin' })
  await setTexts(true)
  twilio.refuseWith(429, 20429)
  await run()
  expect(await texts()).toMatchObject([
    { state: 'waiting', attempts: 1, lastError: 'Twilio refused the request (error 20429)' },
  ])
  twilio.refuseWith(400, 21614)
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await run()
  expect(await texts()).toMatchObject([{ state: 'failed', attempts: 2 }])
  const alerts = await clinic.db.alert.findMany({ where: { type: 'text_failed' } })
  expect(new Set(alerts.map(({ userId }) => userId))).toEqual(new Set([user.id, administrator.id]))
  for (const { message } of alerts)
    expect(message).toBe(`A text message to Zebulon ${patient.lastName} could not be delivered`)
})

test('agreement needs a phone number and text messages that are set up', async ({ clinic }) => {
  const { setTexts, patientId, patientNow } = await setUp(clinic)
  await clinic.db.patient.update({ where: { id: patientId }, data: { phone: 'ask her sister' } })
  await expect(setTexts(true)).rejects.toMatchObject({
    code: 'invalid',
    fields: { byText: 'The patient has no phone number that can get text messages' },
  })
  clinic.instances.textMessages = null
  await expect(setTexts(true)).rejects.toMatchObject({ code: 'conflict' })
  expect((await patientNow()).textNumber).toBeNull()
})
