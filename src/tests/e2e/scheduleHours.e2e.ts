import { dateOf, showWeekday } from '#domain/dates.ts'
import { clinicAtWork, day, ten } from './support/appointments.ts'
import { pick, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const weekday = dateOf(day).getUTCDay()

test('an administrator sets hours and a closure, the calendar shows them, and a booking outside needs a decision', async ({
  page,
  clinic,
  signIn,
}) => {
  const { provider, patient, book } = await clinicAtWork(clinic)
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, `/schedule?view=day&date=${day}&provider=${provider.id}`)
  await page.getByRole('button', { name: 'Hours and Closures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hours and Closures' })
  await pick(dialog, 'Whose', 'Noor Haddad')
  const hours = dialog.getByLabel((showWeekday(day).split(',')[0] ?? '') as string)
  await hours.fill('in the morning')
  await dialog.getByRole('button', { name: 'Save Hours' }).click()
  await expect(dialog.getByText('Enter hours like 9-12, 1pm-5pm')).toBeVisible()
  await hours.fill('9-12, 1p-5p')
  await dialog.getByRole('button', { name: 'Save Hours' }).click()
  await expect(toast(page, 'Success')).toContainText('Working hours saved')
  await dialog.getByLabel('First Day').fill(day)
  await dialog.getByLabel('Start Time').fill('3pm')
  await dialog.getByLabel('End Time').fill('4pm')
  await dialog.getByLabel('Closure Reason').fill('Training')
  await dialog.getByRole('button', { name: 'Add Closure' }).click()
  await expect(toast(page, 'Success')).toContainText('Closure added')
  await expect(dialog.getByRole('list', { name: 'Closures' })).toContainText('Training')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await clinic.db.workingHours.findMany({ orderBy: { startsAt: 'asc' } })).toMatchObject([
    { weekday, startsAt: 540, endsAt: 720 },
    { weekday, startsAt: 780, endsAt: 1020 },
  ])
  const column = page.getByRole('group', { name: 'Noor Haddad' })
  await expect(column.getByText('Away: Training')).toBeVisible()

  const { id } = await book()
  await page.reload()
  await column.getByRole('button', { name: /^10:00 AM Okafor/ }).press('m')
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Book Anyway?' })
  await expect(question).toContainText('outside the working hours of the attorney or staff member')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page
    .getByRole('button', { name: `Edit Appointment: ${patient.firstName} ${patient.lastName}` })
    .click()
  const edit = page.getByRole('dialog', { name: 'Update Appointment' })
  await edit.getByLabel('Time').fill('330p')
  await edit.getByRole('button', { name: 'Update Appointment' }).click()
  await expect(edit.getByText('The attorney or staff member is away at that time')).toBeVisible()
  await edit.getByRole('button', { name: 'Book Anyway' }).click()
  await expect(toast(page, 'Success')).toContainText('Appointment updated successfully')
  expect(await clinic.db.appointment.findUniqueOrThrow({ where: { id } })).toMatchObject({
    scheduledAt: ten('15:30'),
    isDoubleBooked: false,
  })

  await page.getByRole('button', { name: 'Hours and Closures' }).click()
  await pick(dialog, 'Whose', 'Noor Haddad')
  await expect(dialog.getByText('outside of these hours')).toHaveCount(0)
  await hours.fill('9-12')
  await dialog.getByRole('button', { name: 'Save Hours' }).click()
  await expect(dialog.getByText('1 booked appointment is outside of these hours.')).toBeVisible()
})

test('staff edit their own hours only', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  await clinicAtWork(clinic)
  const staff = await clinic.user()
  await signIn(staff)
  await visit(page, '/schedule')
  await page.getByRole('button', { name: 'Hours and Closures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hours and Closures' })
  await dialog.getByLabel('Monday').fill('8-16')
  await expect(dialog.getByLabel('Whose')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save Hours' }).click()
  await expect(toast(page, 'Success')).toContainText('Working hours saved')
  expect(await clinic.db.workingHours.findMany()).toMatchObject([
    { providerId: staff.id, weekday: 1, startsAt: 480, endsAt: 960 },
  ])
})
