import { reminderPath } from '#domain/access/screens.ts'
import { clinicDay } from '#domain/dates.ts'
import { reminderSecret } from '#operations/consent/derivedSecrets.ts'
import { createReminder } from '#operations/reminders/reminderLink.ts'
import { inspector } from './support/inspect.ts'
import { phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('a patient answers a reminder on a phone without JavaScript, the schedule shows it, and one click stops reminders', async ({
  page,
  clinic,
  signIn,
  visitor,
  watch,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({
    ...{ firstName: 'Zebulon', lastName: 'Okafor', status: 'consent_signed', createdById: staff.id },
  })
  const scheduledAt = new Date(Date.now() + 3_600_000)
  const { id: appointmentId } = await clinic.db.appointment.create({
    data: {
      ...{ patientId: patient.id, providerId: staff.id, createdById: staff.id, scheduledAt },
      ...{ duration: 60, location: 'Room 1', isConsultation: true },
    },
  })
  const reminder = await createReminder(clinic.anonymous(), {
    ...{ kind: 'visit', patientId: patient.id, appointmentId, daysBefore: 1 },
  })
  const path = reminderPath(reminderSecret(clinic.anonymous(), reminder?.id ?? '') ?? '')
  const answerNow = async () =>
    (await clinic.db.appointment.findUniqueOrThrow({ where: { id: appointmentId } })).patientAnswer

  // axe needs JavaScript, which the patient's browser below does not have.
  await page.goto(path)
  const { found, inspect } = inspector(page, 'main')
  await inspect('the reminder')
  expect(found).toEqual([])

  const hand = await visitor({ ...phone, javaScriptEnabled: false })
  await hand.goto(path)
  await expect(hand.getByRole('heading', { name: 'Your appointment' })).toBeVisible()
  await expect(hand.getByText('Zebulon')).toHaveCount(0)
  expect(await answerNow(), 'opening the link answers nothing').toBeNull()
  await hand.getByRole('button', { name: 'Confirm' }).click()
  await expect(hand.getByRole('status')).toHaveText('Thank you. You have confirmed this appointment.')
  expect(await answerNow()).toBe('confirmed')

  await signIn(staff)
  await visit(page, `/schedule?date=${clinicDay(scheduledAt, 'America/New_York')}`)
  await expect(page.getByText('Confirmed by patient').first()).toBeVisible()

  await hand.getByRole('button', { name: 'Please Call Me' }).click()
  await expect(hand.getByRole('status')).toHaveText('Thank you. We will call you.')
  expect(await clinic.db.alert.count({ where: { type: 'call_wanted', userId: staff.id } })).toBe(1)

  // What a mail program sends for its Unsubscribe button (RFC 8058): no cookie, no page before.
  const click = await fetch(new URL(path, hand.url()), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(click.status).toBe(200)
  const { remindersStoppedAt } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(remindersStoppedAt).not.toBeNull()
  await visit(page, `/patients?patient=${patient.id}`)
  await page.getByRole('button', { name: 'Send Reminders Again' }).click()
  await expect(page.getByRole('button', { name: 'Stop Reminders' })).toBeVisible()

  watch.allow(404, /^\/reminder\//)
  await hand.goto(reminderPath('made-up'))
  await expect(hand.getByText('Part of the link may be missing', { exact: false })).toBeVisible()
})
