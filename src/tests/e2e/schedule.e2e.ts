import type { Page } from '@playwright/test'
import { clinicAtWork, day, ten } from './support/appointments.ts'
import { pick, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const agenda = (page: Page) => page.getByRole('region', { name: 'Upcoming Appointments' })
const row = (page: Page, name: string) => agenda(page).getByRole('listitem').filter({ hasText: name })

async function fillIn(
  page: Page,
  { patient, provider, time }: Record<'patient' | 'provider' | 'time', string>,
) {
  const dialog = page.getByRole('dialog', { name: 'Schedule Appointment' })
  await dialog.getByRole('combobox', { name: 'Patient' }).fill(patient)
  await page.getByRole('listbox').getByRole('option', { name: patient }).click()
  await pick(dialog, /Provider/, provider)
  await dialog.getByLabel('Date').fill(day)
  await dialog.getByLabel('Time').fill(time)
  return dialog
}

test('staff book a patient, see a conflict, and book anyway', async ({ page, clinic, signIn }) => {
  const { book } = await clinicAtWork(clinic)
  await clinic.patient({ firstName: 'Ida', lastName: 'Lund', status: 'schedulable' })
  await book({ location: 'Room 4' })
  const staff = await clinic.user()
  await signIn(staff)
  await visit(page, `/schedule?date=${day}`)
  await expect(agenda(page).getByText('Total: 1 appointments')).toBeVisible()
  for (const words of ['10:00 AM', 'Duration: 60 minutes', 'Status: scheduled', 'Room 4', 'Noor Haddad'])
    await expect(row(page, 'Maren Okafor')).toContainText(words)

  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  const dialog = await fillIn(page, { patient: 'Ida Lund', provider: 'Noor Haddad', time: '10:30' })
  const availability = dialog.getByRole('region', { name: 'Availability' })
  await expect(availability).toContainText('Noor Haddad: booked 10:00 AM to 11:00 AM')
  await expect(availability).toContainText('The patient: available all day')
  await expect(availability).toContainText('Noor Haddad is booked at that time')
  await dialog.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expect(
    dialog.getByText('The attorney or staff member already has an appointment at that time'),
  ).toBeVisible()

  await dialog.getByLabel('Time').fill('10:45')
  await expect(dialog.getByRole('button', { name: 'Book Anyway' })).toHaveCount(0)
  await dialog.getByLabel('Time').fill('10:30')
  await dialog.getByRole('button', { name: 'Book Anyway' }).click()
  await expect(toast(page, 'Success')).toContainText('Appointment scheduled successfully')
  await expect(agenda(page).getByText('Total: 2 appointments')).toBeVisible()
  await expect(row(page, 'Ida Lund')).toContainText('Double booked')
  const week = page.getByRole('button', {
    name: /^10:30 AM Lund, Ida, until 11:30 AM, with Noor Haddad$/,
  })
  await expect(week).toHaveCount(1)
  expect(
    await clinic.db.auditLog.findFirst({ where: { action: 'created', userId: staff.id } }),
  ).toMatchObject({
    details: { bookedAnyway: true },
  })
})

test('an opening between other appointments is booked in one press', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { provider, patient } = await clinicAtWork(clinic)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  await clinic.db.workingHours.create({
    data: { providerId: provider.id, weekday, startsAt: 540, endsAt: 720 },
  })
  const ida = await clinic.patient({ firstName: 'Ida', lastName: 'Lund', status: 'schedulable' })
  const by = { providerId: provider.id, createdById: provider.id }
  await clinic.db.appointment.create({ data: { ...by, patientId: patient.id, scheduledAt: ten() } })
  await signIn(await clinic.user())
  await visit(page, '/schedule')
  await page.getByRole('button', { name: 'Schedule Appointment' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Appointment' })
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('Ida Lund')
  await page.getByRole('listbox').getByRole('option', { name: 'Ida Lund' }).click()
  await pick(dialog, /Provider/, 'Noor Haddad')
  const openings = dialog.getByRole('region', { name: 'Next openings' }).getByRole('listitem')
  await expect(openings.first()).toContainText('9:00 AM')
  await openings.nth(1).getByRole('button').click()
  await expect(dialog.getByLabel('Date')).toHaveValue(day)
  await expect(dialog.getByLabel('Time')).toHaveValue('11:00')
  await dialog.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expect(toast(page, 'Success')).toContainText('Appointment scheduled successfully')
  const booked = await clinic.db.appointment.findFirstOrThrow({ where: { patientId: ida.id } })
  expect(booked.scheduledAt).toEqual(ten('11:00'))
})

test('a patient without consent cannot be booked, and the dialog says so', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinicAtWork(clinic)
  await clinic.patient({ firstName: 'Ida', lastName: 'Lund' })
  await signIn(await clinic.user())
  await visit(page, '/schedule')
  await expect(page.getByText('No appointments scheduled')).toBeVisible()
  await expect(
    page.getByText('Note: Patients must have signed consent forms before scheduling'),
  ).toBeVisible()
  await agenda(page).getByRole('button', { name: 'Schedule Appointment' }).click()
  const dialog = await fillIn(page, { patient: 'Ida Lund', provider: 'Noor Haddad', time: '10:00' })
  const words = 'Appointments can be booked once the consent is signed; this patient is at Pending Consent'
  await expect(dialog).toContainText(words)
  await dialog.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expect(toast(page, 'Error')).toContainText(words)
  await expect(dialog.getByLabel('Time')).toHaveValue('10:00')
})

test('an appointment is moved, and cancelled with a reason', async ({ page, clinic, signIn }) => {
  const { book } = await clinicAtWork(clinic)
  const { id } = await book()
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/schedule')
  await page.getByRole('button', { name: 'Edit Appointment: Maren Okafor' }).click()
  const edit = page.getByRole('dialog', { name: 'Update Appointment' })
  await expect(edit.getByRole('region', { name: 'Availability' })).toContainText(
    'No other appointment at that time',
  )
  await edit.getByLabel('Time').fill('14:00')
  await edit.getByRole('button', { name: 'Update Appointment' }).click()
  await expect(toast(page, 'Success')).toContainText('Appointment updated successfully')
  await expect(row(page, 'Maren Okafor')).toContainText('2:00 PM')

  await page.getByRole('button', { name: 'Cancel Appointment: Maren Okafor' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Appointment' })
  await cancel.getByLabel('Reason').fill('Snow')
  await cancel.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(page.getByText('No appointments scheduled')).toBeVisible()
  expect(await clinic.db.appointment.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'cancelled',
    cancelReason: 'Snow',
    scheduledAt: ten('14:00'),
  })
  await page.getByLabel('Status').selectOption('cancelled')
  await expect(page).toHaveURL(/status=cancelled/)
  await expect(row(page, 'Maren Okafor')).toContainText('Status: cancelled')
})

test('an appointment’s outcome can be recorded once it has begun', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { book } = await clinicAtWork(clinic)
  await book()
  await book({ scheduledAt: new Date(Date.now() - 3_600_000) })
  await signIn(await clinic.user())
  await visit(page, '/schedule')
  await page.getByRole('button', { name: 'More actions for Maren Okafor' }).click()
  await expect(page.getByRole('menuitem', { name: /Mark Completed/ })).toBeDisabled()
  await expect(page.getByRole('menu')).toContainText('An appointment can only be completed once it has begun')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Past' }).click()
  await expect(page).toHaveURL(/when=past/)
  const past = page.getByRole('region', { name: 'Past Appointments' })
  await past.getByRole('button', { name: 'More actions for Maren Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Mark Completed' }).click()
  await expect(toast(page, 'Success')).toContainText('Appointment marked as completed')
  await expect(past).toContainText('Status: completed')
  const again = past.getByRole('button', { name: 'Edit Appointment: Maren Okafor' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again).toHaveAccessibleDescription('This appointment is already completed')
})

test('an attorney sees the schedule of their patients and cannot change it', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { attorney, provider, book } = await clinicAtWork(clinic)
  const own = await book()
  const stranger = await clinic.patient({ lastName: 'Castellanos', status: 'consent_signed' })
  await book({ patientId: stranger.id, providerId: provider.id, scheduledAt: ten('12:00') })
  await signIn(attorney)
  await visit(page, '/schedule')
  await expect(agenda(page).getByText('Total: 1 appointments')).toBeVisible()
  await expect(page.getByText('Castellanos')).toHaveCount(0)
  for (const name of [
    'Schedule Appointment',
    'Edit Appointment: Maren Okafor',
    'Cancel Appointment: Maren Okafor',
  ])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions for Maren Okafor' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Download Calendar File'])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download Calendar File' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^appointment-.*\.ics$/)

  await visit(page, `/schedule?appointment=${own.id}`)
  const dialog = page.getByRole('dialog', { name: 'Appointment' })
  await expect(dialog).toContainText('Noor Haddad')
  await expect(dialog.getByRole('button')).toHaveText(['', 'Close', 'Download Calendar File'])
})

test('weeks and appointments can be opened by keyboard', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { book } = await clinicAtWork(clinic)
  await book()
  await signIn(await clinic.user())
  await visit(page, '/schedule?date=2026-03-08')
  await expect(page.getByRole('region', { name: 'Week of Mar 8, 2026' })).toBeVisible()
  await page.getByRole('link', { name: 'Next Week' }).press('Enter')
  await expect(page).toHaveURL(/date=2026-03-15/)
  await expect(page.getByRole('group', { name: 'Sunday, March 15' })).toContainText('no appointments')
  await visit(page, `/schedule?date=${day}`)
  const block = page.getByRole('button', { name: /^10:00 AM Okafor, Maren, until 11:00 AM/ })
  await block.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Appointment' })).toContainText('Maren Okafor')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(block).toBeFocused()
})

test('ten thousand appointments are counted and paged in both directions', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { provider, patient } = await clinicAtWork(clinic)
  await clinic.db.appointment.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      patientId: patient.id,
      providerId: provider.id,
      createdById: provider.id,
      duration: 15,
      scheduledAt: new Date(ten().getTime() + index * 900_000),
    })),
  })
  await signIn(await clinic.user())
  await visit(page, '/schedule')
  await expect(agenda(page).getByText('Total: 60 appointments')).toBeVisible()
  const rows = agenda(page).getByText('Duration: 15 minutes')
  await expect(rows).toHaveCount(25)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  // Only the second page has a previous one; until it has loaded, Next still leads to it.
  await expect(page.getByRole('link', { name: 'Previous', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(rows).toHaveCount(10)
  await page.getByRole('link', { name: 'Previous', exact: true }).click()
  await expect(rows).toHaveCount(25)
  await page.reload()
  await expect(rows).toHaveCount(25)
})
