import { describe, expect } from 'vitest'
import type { Authority } from '#domain/consent/representative.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { readConsentRequest } from '../consent/readConsentRequest.ts'
import { readSigningProgress } from '../consent/readSigningProgress.ts'
import { remindPatients } from '../consent/remindPatients.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { showSigningLink } from '../consent/showSigningLink.ts'
import { signConsent } from '../consent/signConsent.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { remindOfVisits } from '../reminders/remindOfVisits.ts'
import { addPatient } from './addPatient.ts'
import { editPatient } from './editPatient.ts'
import { scheduleConsultation } from './scheduleConsultation.ts'

async function setUp(clinic: TestClinic, dateOfBirth: string | null = '1980-04-11') {
  const user = await clinic.user({ emailAlerts: false })
  const rae = await clinic.user({ role: 'attorney', emailAlerts: false })
  const { id: patientId } = await clinic.patient({
    ...{ firstName: 'Maren', lastName: 'Doe', dateOfBirth: dateOfBirth && new Date(dateOfBirth) },
    ...{ assignedAttorneyId: rae.id, createdById: user.id },
  })
  const staff = clinic.as(user)
  const die = (dateOfDeath: string) => editPatient(staff, { patientId, dateOfDeath })
  return { user, rae, staff, patientId, die }
}

test('a death is not in the future, and not before the birth', async ({ clinic }) => {
  const { die, staff, patientId } = await setUp(clinic)
  for (const [day, message] of [
    ['2026-01-06', 'Date of death cannot be in the future'],
    ['1980-04-10', 'Date of death cannot be before the date of birth'],
  ] as const) {
    const refusal = { fields: { dateOfDeath: message } }
    await expect(die(day)).rejects.toMatchObject(refusal)
    const added = { firstName: 'Jo', lastName: 'Park', email: 'jo@example.test', dateOfBirth: '1980-04-11' }
    await expect(addPatient(staff, { ...added, dateOfDeath: day })).rejects.toMatchObject(refusal)
  }
  await die('2026-01-02')
  await expect(editPatient(staff, { patientId, dateOfBirth: '2026-01-03' })).rejects.toMatchObject({
    fields: { dateOfDeath: expect.any(String) },
  })
})

test('the assigned attorney learns of it once, and not of its removal', async ({ clinic }) => {
  const { die, rae, staff, patientId } = await setUp(clinic)
  await die('2026-01-02')
  await die('2026-01-02')
  await editPatient(staff, { patientId, dateOfDeath: null })
  expect(await clinic.db.alert.findMany({ where: { type: 'patient_died' } })).toMatchObject([
    { userId: rae.id, message: 'Maren Doe died on Jan 2, 2026' },
  ])
})

describe('after the death of a patient', () => {
  test('no reminder is sent, also none that waits', async ({ clinic }) => {
    const server = await openMailServer()
    sendMailTo(clinic, server)
    const { die, staff, patientId } = await setUp(clinic)
    await sendConsent(staff, { patientId })
    await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'consent_signed' } })
    await scheduleConsultation(staff, {
      ...{ patientId, consultationLocation: 'Room 2' },
      ...{ consultationDate: '2026-01-11', consultationTime: '15:00' },
    })
    clinic.now = new Date('2026-01-08T16:00:00Z')
    await clinic.db.consentRequest.updateMany({ data: { nextReminderAt: clinic.now } })
    expect([await remindPatients(clinic.anonymous()), await remindOfVisits(clinic.anonymous())]).toEqual([
      1, 1,
    ])
    await die('2026-01-02')
    await deliverWaitingMail(clinic.anonymous())
    const reminders = { kind: { in: ['consent_reminder' as const, 'visit_reminder' as const] } }
    expect(await clinic.db.mailMessage.findMany({ where: reminders })).toMatchObject([
      { state: 'withdrawn' },
      { state: 'withdrawn' },
    ])
    clinic.now = new Date('2026-01-10T16:00:00Z')
    await clinic.db.consentRequest.updateMany({ data: { nextReminderAt: clinic.now } })
    expect([await remindPatients(clinic.anonymous()), await remindOfVisits(clinic.anonymous())]).toEqual([
      0, 0,
    ])
  })

  test.for([
    [null, '1980-04-11', 'representative'],
    ['power_of_attorney', '1980-04-11', 'representative.authority'],
    ['guardian', '2012-04-11', 'representative.authority'],
    ['parent', '1980-04-11', 'representative.authority'],
    ['parent', '2012-04-11', null],
    ['executor', '1980-04-11', null],
  ] as [Authority | null, string, string | null][])(
    '%s signs for a patient born %s: refused at %s',
    async ([authority, born, refused], { clinic }) => {
      const { die, staff, patientId } = await setUp(clinic, born)
      await sendConsent(staff, { patientId })
      await die('2026-01-02')
      const secret = (await showSigningLink(staff, { patientId })).path.replace('/sign/', '')
      const anybody = clinic.anonymous()
      await readConsentRequest(anybody, { secret })
      expect(await readSigningProgress(anybody, { secret })).toMatchObject({ needsRepresentative: true })
      const signed = signConsent(anybody, {
        ...{ secret, signerName: authority ? 'Rosa Doe' : 'Maren Doe', agreesToSignElectronically: true },
        ...(authority && {
          representative: {
            ...{ email: 'rosa@example.test', relation: 'Family', authority },
            proof: 'shown_to_staff' as const,
          },
        }),
      })
      if (refused) await expect(signed).rejects.toMatchObject({ fields: { [refused]: expect.any(String) } })
      else expect(await signed).toMatchObject({ sha256: expect.any(String) })
    },
  )
})
