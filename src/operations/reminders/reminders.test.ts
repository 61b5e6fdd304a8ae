import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { type MailServer, openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { cancelAppointment } from '../appointments/cancelAppointment.ts'
import { editAppointment } from '../appointments/editAppointment.ts'
import { remindPatients } from '../consent/remindPatients.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { scheduleConsultation } from '../patients/scheduleConsultation.ts'
import { answerReminder } from './answerReminder.ts'
import { readReminder } from './readReminder.ts'
import { remindOfVisits } from './remindOfVisits.ts'
import { setPatientReminders } from './setPatientReminders.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A consultation on Jan 8, 2026 at 3 PM in New York, of a patient with a telling name. */
async function setUp(clinic: TestClinic, server?: MailServer) {
  if (server) sendMailTo(clinic, server)
  const user = await clinic.user({ emailAlerts: false })
  const rae = await clinic.user({ role: 'attorney', lastName: 'Quillfeather', emailAlerts: false })
  const patient = await clinic.patient({
    ...{ firstName: 'Zebulon', status: 'consent_signed', injuryDescription: 'Whiplash' },
    ...{ consentSignedAt: clinic.now, assignedAttorneyId: rae.id, createdById: user.id },
  })
  const staff = clinic.as(user)
  await scheduleConsultation(staff, {
    patientId: patient.id,
    ...{ consultationDate: '2026-01-08', consultationTime: '15:00', consultationLocation: 'Pain Center' },
  })
  const appointment = () => clinic.db.appointment.findFirstOrThrow({ where: { patientId: patient.id } })
  /** 10 AM in New York on a day of January 2026. */
  const at = (day: number, hour = 10) => {
    clinic.now = new Date(Date.UTC(2026, 0, day, hour + 5))
  }
  const run = async () => {
    const count = await remindOfVisits(clinic.anonymous())
    await deliverWaitingMail(clinic.anonymous())
    return count
  }
  const secretOf = (index: number) =>
    /\/reminder\/([\w-]+)/.exec(server?.letters[index]?.text ?? '')?.[1] ?? 'no link'
  return { user, rae, staff, patient, appointment, at, run, secretOf }
}

const answer = (clinic: TestClinic, secret: string, what: 'confirm' | 'call' | 'stop') =>
  answerReminder(clinic.anonymous(), { secret, answer: what })

test('a patient is reminded three days and one day before, once each, by day and at daytime', async ({
  clinic,
}) => {
  const server = await openMailServer()
  const { at, run, patient } = await setUp(clinic, server)
  at(5, 9)
  expect(await run(), 'before 10 AM').toBe(0)
  at(5, 21)
  expect(await run(), 'at night').toBe(0)
  at(5)
  expect(await Promise.all([run(), run()]).then(([one, other]) => one + other)).toBe(1)
  at(5, 15)
  expect(await run(), 'once').toBe(0)
  at(6)
  expect(await run(), 'two days before').toBe(0)
  at(7)
  expect(await run()).toBe(1)
  expect(server.letters).toHaveLength(2)
  const [letter] = server.letters
  expect(letter).toMatchObject({
    to: [{ address: patient.email }],
    subject: 'Test Clinic: your appointment',
  })
  expect(letter?.text).toContain('Jan 8, 2026, 3:00 PM')
  for (const word of ['Zebulon', patient.lastName, 'Quillfeather', 'Whiplash', 'Pain Center', 'onsult'])
    expect(letter?.source, word).not.toContain(word)
  const [, address] = /\n(http\S+\/reminder\/\S+)/.exec(letter?.text ?? '') ?? []
  expect(letter?.source.replaceAll(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${address}>`)
  expect(letter?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(
    await clinic.db.auditLog.count({ where: { resourceType: 'patient_reminder', action: 'created' } }),
  ).toBe(2)
})

test('a patient who prefers Spanish is reminded in Spanish', async ({ clinic }) => {
  const server = await openMailServer()
  const { at, run, patient, secretOf } = await setUp(clinic, server)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { preferredLanguage: 'es' } })
  at(5)
  await run()
  const [letter] = server.letters
  expect(letter?.subject).toBe('Test Clinic: su cita')
  expect(letter?.text).toContain('el jueves, 8 de enero de 2026, 3:00')
  expect(await readReminder(clinic.anonymous(), { secret: secretOf(0) })).toMatchObject({ language: 'es' })
})

test('without mail, without the setting, after a drop or a stop, nobody is reminded', async ({ clinic }) => {
  const { at, run, patient, staff } = await setUp(clinic)
  at(5)
  expect(await run(), 'no mail').toBe(0)
  expect(await clinic.db.patientReminder.count()).toBe(0)
  sendMailTo(clinic, await openMailServer())
  const off = { ...clinic.anonymous(), visitReminders: { firstDays: 0, lastDays: 0 } }
  expect(await remindOfVisits(off), 'switched off').toBe(0)
  await setPatientReminders(staff, { patientId: patient.id, isStopped: true })
  expect(await run(), 'stopped').toBe(0)
  await setPatientReminders(staff, { patientId: patient.id, isStopped: false })
  await dropPatient(staff, { patientId: patient.id, dropReason: 'Moved out of state' })
  expect(await run(), 'dropped').toBe(0)
  expect(await clinic.db.mailMessage.count({ where: { kind: 'visit_reminder' } })).toBe(0)
})

test('the patient confirms, or asks for a call, which alerts the clinic once', async ({ clinic }) => {
  const server = await openMailServer()
  const { at, run, secretOf, appointment, user, rae } = await setUp(clinic, server)
  at(5)
  await run()
  const secret = secretOf(0)
  expect(await readReminder(clinic.anonymous(), { secret })).toEqual({
    ...{
      kind: 'visit',
      language: 'en',
      clinicName: 'Test Clinic',
      clinicPhone: null,
      answer: null,
      isStopped: false,
    },
    scheduledAt: new Date('2026-01-08T20:00:00Z'),
  })
  expect((await appointment()).patientAnswer, 'reading changes nothing').toBeNull()
  await answer(clinic, secret, 'confirm')
  expect(await appointment()).toMatchObject({ patientAnswer: 'confirmed', patientAnsweredAt: clinic.now })
  await answer(clinic, secret, 'call')
  await answer(clinic, secret, 'call')
  expect((await appointment()).patientAnswer).toBe('call_wanted')
  const alerts = await clinic.db.alert.findMany({ where: { type: 'call_wanted' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([user.id, rae.id].sort())
  const rows = await clinic.db.auditLog.findMany({ where: { details: { path: ['byLink'], equals: true } } })
  expect(rows.map(({ resourceType }) => resourceType).sort()).toEqual([
    'appointment',
    'appointment',
    'patient_reminder',
  ])
})

test.for(['moves', 'cancels'] as const)(
  'when the clinic %s the visit, the answer is gone and the old link is like an unknown one',
  async (what, { clinic }) => {
    const server = await openMailServer()
    const { at, run, secretOf, appointment, staff } = await setUp(clinic, server)
    at(5)
    await run()
    await answer(clinic, secretOf(0), 'confirm')
    const { id: appointmentId } = await appointment()
    if (what === 'moves') await editAppointment(staff, { appointmentId, scheduledAt: '2026-01-08T21:00:00Z' })
    else await cancelAppointment(staff, { appointmentId })
    expect(await appointment()).toMatchObject({ patientAnswer: null, patientAnsweredAt: null })
    const refusal = (secret: string) =>
      answer(clinic, secret, 'confirm').catch(({ code, message }: { code: string; message: string }) => ({
        code,
        message,
      }))
    expect(await refusal(secretOf(0))).toEqual({ code: 'not_found', message: 'This link no longer works.' })
    expect(await refusal(secretOf(0))).toEqual(await refusal('made up'))
    // The new time is a reminder of its own.
    expect(await run()).toBe(what === 'moves' ? 1 : 0)
    if (what === 'moves') expect((await answer(clinic, secretOf(1), 'confirm')).answer).toBe('confirmed')
  },
)

test('an e-mail that waited while the visit was moved is not sent', async ({ clinic }) => {
  const server = await openMailServer()
  const { at, appointment, staff } = await setUp(clinic, server)
  at(5)
  expect(await remindOfVisits(clinic.anonymous())).toBe(1)
  const { id: appointmentId } = await appointment()
  await editAppointment(staff, { appointmentId, scheduledAt: '2026-01-20T21:00:00Z' })
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toEqual([])
  expect(await clinic.db.mailMessage.findMany({ where: { kind: 'visit_reminder' } })).toMatchObject([
    { state: 'withdrawn' },
  ])
})

test('stopping works with an old link, ends reminders of forms too, and staff can resume them', async ({
  clinic,
}) => {
  const server = await openMailServer()
  const { staff, at, run, secretOf, patient } = await setUp(clinic, server)
  at(7)
  await run()
  const secret = secretOf(0)
  clinic.now = new Date('2026-02-01T15:00:00Z')
  await expect(answer(clinic, secret, 'confirm')).rejects.toMatchObject({ code: 'not_found' })
  await answer(clinic, secret, 'stop')
  const stopped = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(stopped.remindersStoppedAt).toEqual(clinic.now)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { status: 'pending_consent' } })
  await sendConsent(staff, { patientId: patient.id })
  clinic.now = new Date(clinic.now.getTime() + 4 * DAY)
  expect(await remindPatients(clinic.anonymous())).toBe(0)
  await setPatientReminders(staff, { patientId: patient.id, isStopped: false })
  expect(await remindPatients(clinic.anonymous())).toBe(1)
  await deliverWaitingMail(clinic.anonymous())
  const letter = server.letters.at(-1)
  expect(letter?.text).toContain('Ask us to call you, or stop these reminders')
  expect(letter?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const form = /\/reminder\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  await answer(clinic, form, 'call')
  expect(await clinic.db.alert.count({ where: { type: 'call_wanted' } })).toBe(2)
})

test('a signed-in user cannot answer for the patient', async ({ clinic }) => {
  const server = await openMailServer()
  const { staff, at, run, secretOf } = await setUp(clinic, server)
  at(5)
  await run()
  await expect(answerReminder(staff, { secret: secretOf(0), answer: 'confirm' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
