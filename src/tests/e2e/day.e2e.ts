import { markNoShow } from '#operations/appointments/recordOutcome.ts'
import { addNote } from '#operations/notes/notes.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const soon = { timeout: 2_000 }

/** A provider, and a patient of an attorney with an appointment that began a minute ago. */
async function begun(clinic: TestClinic) {
  const [staff, attorney] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  const patient = await clinic.patient({
    firstName: 'Jo',
    lastName: 'Okafor',
    status: 'schedulable',
    assignedAttorneyId: attorney.id,
  })
  const appointment = await clinic.db.appointment.create({
    data: {
      patientId: patient.id,
      providerId: staff.id,
      createdById: staff.id,
      // The clinic of these tests is in New York. Around midnight there, this is still the same day.
      scheduledAt: new Date(Date.now() - 1_000),
      location: 'Room 2',
    },
  })
  return { staff, attorney, patient, appointment }
}

test('the front desk marks a patient as arrived and undoes it, in the toast and in the row', async ({
  page,
  clinic,
  signIn,
}) => {
  const { staff, appointment } = await begun(clinic)
  await signIn(staff)
  await visit(page, '/')
  const day = page.getByRole('list', { name: 'Today’s appointments' })
  await expect(day).toContainText('Room 2')
  await day.getByRole('button', { name: 'Arrived: Jo Okafor' }).click()
  await expect(day).toContainText(/Arrived \d/)
  await expect(toast(page, 'Success')).toContainText('Patient marked as arrived')
  await toast(page, 'Success').getByRole('button', { name: 'Undo' }).click()
  await expect(day.getByRole('button', { name: 'Arrived: Jo Okafor' })).toBeVisible()

  await day.getByRole('button', { name: 'No-Show: Jo Okafor' }).click()
  await expect(day).toContainText('No-show')
  const stored = () => clinic.db.appointment.findUniqueOrThrow({ where: { id: appointment.id } })
  expect(await stored()).toMatchObject({ status: 'no_show', arrivedAt: null })
  await day.getByRole('button', { name: 'Undo: Jo Okafor' }).click()
  await expect(day.getByRole('button', { name: 'No-Show: Jo Okafor' })).toBeVisible()
  expect(await stored()).toMatchObject({ status: 'scheduled' })
})

test('an attorney sees the day live, without the buttons', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { staff, attorney, appointment } = await begun(clinic)
  await signIn(attorney)
  await visit(page, '/')
  const day = page.getByRole('list', { name: 'Today’s appointments' })
  await expect(day).toContainText('Jo Okafor')
  await expect(day.getByRole('button')).toHaveCount(0)
  await markNoShow(clinic.as(staff), { appointmentId: appointment.id })
  await expect(day).toContainText('No-show', soon)
})

test('the dashboard says what is new since the last visit, and who did what to whom', async ({
  page,
  clinic,
  signIn,
}) => {
  const { staff, attorney, patient } = await begun(clinic)
  await clinic.db.dashboardVisit.create({
    data: { userId: attorney.id, visitedAt: new Date(Date.now() - 86_400_000) },
  })
  await clinic.db.auditLog.createMany({
    data: [{ action: 'consent_signed', resourceType: 'consent_request', patientId: patient.id }],
  })
  await addNote(clinic.as(staff), { patientId: patient.id, content: 'Called back' })
  await signIn(attorney)
  await visit(page, '/')
  const news = page.getByText('New since your last visit').locator('..')
  await expect(news).toContainText('1 consent signed')
  await expect(news).toContainText('1 note written')
  const activity = page.getByRole('region', { name: 'Recent Activity', exact: true })
  const note = activity.getByRole('listitem').filter({ hasText: 'New patient note created' })
  await expect(note).toContainText(`Sam ${staff.lastName} · Jo Okafor`)
  await expect(note.getByRole('link', { name: 'Jo Okafor' })).toHaveAttribute(
    'href',
    `/patients?patient=${patient.id}`,
  )
  await expect(page.getByRole('row', { name: /Jo Okafor/ })).toContainText(
    'Waiting for: clinic to schedule the consultation',
  )
})
