import type { Locator, Page } from '@playwright/test'
import { clinicAtWork, ten } from './support/appointments.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

// In each test, a user opens a form, a colleague saves another field, and then the form is submitted.

async function open(page: Page, path: string, title: string, ...presses: Locator[]): Promise<Locator> {
  await visit(page, path)
  for (const press of presses) await press.click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('textbox').first()).toBeVisible()
  return dialog
}

async function send(dialog: Locator, button: string): Promise<void> {
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

const inMenu = (page: Page, of: string, item: string) => [
  page.getByRole('button', { name: `More actions for ${of}` }),
  page.getByRole('menuitem', { name: item, exact: true }),
]

test('editing a task keeps a colleague’s changes', async ({ page, clinic, signIn }) => {
  const [staff, colleague] = [await clinic.user(), await clinic.user()]
  const given = { createdById: staff.id, assignedToId: staff.id, title: 'Order folders' }
  const { id } = await clinic.db.task.create({ data: given })
  await signIn(staff)
  const edit = await open(page, '/tasks', 'Edit Task', ...inMenu(page, 'Order folders', 'Edit Task'))
  await clinic.db.task.update({
    where: { id },
    data: { assignedToId: colleague.id, priority: 'urgent', description: 'Blue ones.' },
  })
  await edit.getByLabel('Title').fill('Order thirty folders')
  await send(edit, 'Save Changes')
  expect(await clinic.db.task.findUnique({ where: { id } })).toMatchObject({
    title: 'Order thirty folders',
    assignedToId: colleague.id,
    priority: 'urgent',
    description: 'Blue ones.',
  })
})

test('editing an appointment keeps the time set by a colleague', async ({ page, clinic, signIn }) => {
  const { provider, book } = await clinicAtWork(clinic)
  const { id } = await book({ location: 'Room 1' })
  await signIn(provider)
  const button = page.getByRole('button', { name: 'Edit Appointment: Maren Okafor' })
  const edit = await open(page, '/schedule', 'Update Appointment', button)
  await clinic.db.appointment.update({
    where: { id },
    data: { scheduledAt: ten('14:00'), duration: 30, location: 'Room 2' },
  })
  await edit.getByLabel('Notes').fill('Brings her brother.')
  await send(edit, 'Update Appointment')
  expect(await clinic.db.appointment.findUnique({ where: { id } })).toMatchObject({
    scheduledAt: ten('14:00'),
    duration: 30,
    location: 'Room 2',
    notes: 'Brings her brother.',
  })
})

test('editing an account keeps another administrator’s changes', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  const { id } = await clinic.user({ firstName: 'Sam', lastName: 'Okoye' })
  const edit = await open(page, '/users', 'Edit User', ...inMenu(page, 'Sam Okoye', 'Edit'))
  await clinic.db.user.update({ where: { id }, data: { role: 'attorney', lastName: 'Okoye-Lind' } })
  await edit.getByLabel('First Name').fill('Samuel')
  await send(edit, 'Save Changes')
  expect(await clinic.db.user.findUnique({ where: { id } })).toMatchObject({
    firstName: 'Samuel',
    lastName: 'Okoye-Lind',
    role: 'attorney',
  })
})

test('editing a profile keeps an administrator’s changes', async ({ page, clinic, signIn }) => {
  const me = await clinic.user({ firstName: 'Sam', lastName: 'Okoye' })
  await signIn(me)
  const button = page.getByRole('button', { name: 'Edit Profile' })
  const edit = await open(page, '/settings', 'Edit Profile', button)
  await clinic.db.user.update({ where: { id: me.id }, data: { lastName: 'Okoye-Lind' } })
  await edit.getByLabel('First Name').fill('Samuel')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  const kept = await clinic.db.user.findUnique({ where: { id: me.id } })
  expect(kept).toMatchObject({ firstName: 'Samuel', lastName: 'Okoye-Lind' })
})

test('editing the clinic’s settings keeps another administrator’s changes', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user({ role: 'admin' }))
  const button = page.getByRole('button', { name: 'Clinic Settings' })
  const edit = await open(page, '/settings', 'Clinic Settings', button)
  await clinic.db.clinicSettings.upsert({
    where: { id: 1 },
    create: { id: 1, consentLinkDays: 14 },
    update: { consentLinkDays: 14 },
  })
  await edit.getByLabel('Maximum reminders').fill('3')
  await edit.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Clinic settings updated successfully')).toBeVisible()
  const kept = await clinic.db.clinicSettings.findUnique({ where: { id: 1 } })
  expect(kept).toMatchObject({ consentLinkDays: 14, remindersMax: 3 })
})

test('an unchanged form simply closes', async ({ page, clinic, signIn }) => {
  const patient = await clinic.patient({ lastName: 'Okafor' })
  await signIn(await clinic.user())
  const edit = await open(page, '/patients', 'Edit Patient', ...inMenu(page, 'Maren Okafor', 'Edit'))
  await send(edit, 'Save Changes')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const acts = await clinic.db.auditLog.findMany({ where: { patientId: patient.id, action: 'updated' } })
  expect(acts).toEqual([])
})
