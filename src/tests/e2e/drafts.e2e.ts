import type { Page } from '@playwright/test'
import type { TestClinic } from '#tests/support/clinic.ts'
import { clinicAtWork, day } from './support/appointments.ts'
import { choose, pick, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** Leaves the page with unsaved input, opens the same form again, and restores the draft. */
async function leaveAndRestore(page: Page, clinic: TestClinic, open: () => Promise<unknown>): Promise<void> {
  await visit(page, '/consent-forms')
  await expect.poll(() => clinic.db.draft.count()).toBe(1)
  await open()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden()
}

test('an unfinished task is restored with its patient', async ({ page, clinic, signIn }) => {
  const { provider, patient } = await clinicAtWork(clinic)
  await clinic.patient({ firstName: 'Maren', lastName: 'Okafor', email: 'another@example.test' })
  await signIn(provider)
  const dialog = page.getByRole('dialog', { name: 'Add Task' })
  const open = async () => {
    await visit(page, '/tasks')
    await page.getByRole('button', { name: 'Add Task' }).click()
  }
  await open()
  await dialog.getByLabel('Title').fill('Order folders')
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('Okafor')
  await page.getByRole('option', { name: new RegExp(patient.email) }).click()
  await pick(dialog, 'Priority', 'Urgent')
  await leaveAndRestore(page, clinic, open)
  await expect(dialog.getByRole('combobox', { name: 'Patient' })).toHaveValue('Maren Okafor')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(toast(page, 'Success')).toBeVisible()
  const task = await clinic.db.task.findFirst()
  expect(task).toMatchObject({ title: 'Order folders', patientId: patient.id, priority: 'urgent' })
  await expect.poll(() => clinic.db.draft.count()).toBe(0)
})

test('an unfinished appointment is restored', async ({ page, clinic, signIn }) => {
  const { provider, patient } = await clinicAtWork(clinic)
  await signIn(provider)
  const dialog = page.getByRole('dialog', { name: 'Schedule Appointment' })
  const open = async () => {
    await visit(page, '/schedule')
    await page.getByRole('banner').getByRole('button', { name: 'Schedule Appointment' }).click()
  }
  await open()
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('Okafor')
  await page.getByRole('option', { name: /Maren Okafor/ }).click()
  await pick(dialog, 'Provider', /Noor Haddad/)
  await dialog.getByLabel('Date').fill(day)
  await dialog.getByLabel('Time').fill('10:00')
  await leaveAndRestore(page, clinic, open)
  await expect(dialog.getByRole('combobox', { name: 'Patient' })).toHaveValue('Maren Okafor')
  await dialog.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expect(toast(page, 'Success')).toBeVisible()
  const booked = await clinic.db.appointment.findFirst()
  expect(booked).toMatchObject({ patientId: patient.id, providerId: provider.id })
  await expect.poll(() => clinic.db.draft.count()).toBe(0)
})

test('an unfinished consultation is restored with all its fields', async ({ page, clinic, signIn }) => {
  const { provider } = await clinicAtWork(clinic)
  await signIn(provider)
  const dialog = page.getByRole('dialog', { name: 'Schedule Consultation' })
  const open = async () => {
    await visit(page, '/patients')
    await page.getByRole('button', { name: /^Schedule Consultation/ }).click()
  }
  await open()
  await dialog.getByLabel('Date').fill(day)
  await dialog.getByLabel('Time').fill('10:00')
  await dialog.getByLabel('Location').fill('Room 4')
  await leaveAndRestore(page, clinic, open)
  await expect(dialog.getByLabel('Date')).toHaveValue(day)
  await expect(dialog.getByLabel('Time')).toHaveValue('10:00')
  await expect(dialog.getByLabel('Location')).toHaveValue('Room 4')
})

test('an unfinished note is restored, and its draft is deleted after saving', async ({
  page,
  clinic,
  signIn,
}) => {
  const { provider } = await clinicAtWork(clinic)
  await signIn(provider)
  const open = async () => {
    await visit(page, '/patients')
    await choose(page, 'Maren Okafor', 'Notes')
  }
  await open()
  await page.getByLabel('New Note').fill('Prefers mornings.')
  await leaveAndRestore(page, clinic, open)
  await expect(page.getByLabel('New Note')).toHaveValue('Prefers mornings.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByLabel('New Note')).toHaveValue('')
  await expect.poll(() => clinic.db.draft.count()).toBe(0)
})

test('an unfinished user account is restored without its password', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  const dialog = page.getByRole('dialog', { name: 'Add New User' })
  const open = async () => {
    await visit(page, '/users')
    await page.getByRole('button', { name: 'Add User' }).click()
  }
  await open()
  await dialog.getByLabel('First Name').fill('Sam')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a long secret of Sam')
  await pick(dialog, 'Role', 'Attorney')
  await dialog.getByText('Ask for a new password').click()
  await leaveAndRestore(page, clinic, open)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Sam')
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('attorney')
  await expect(dialog.getByRole('checkbox', { name: 'Ask for a new password' })).not.toBeChecked()
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  const kept = await clinic.db.draft.findFirst()
  expect(JSON.stringify(kept)).not.toContain('secret')
})

test('the description of an unfinished upload is restored without its files', async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  await clinic.patient({ lastName: 'Okafor', createdById: staff.id })
  await signIn(staff)
  const dialog = page.getByRole('dialog', { name: 'Upload Patient Records' })
  const open = async () => {
    await visit(page, '/patients')
    await choose(page, 'Maren Okafor', 'Upload Records')
  }
  await open()
  await dialog.getByLabel('Description').fill('The left knee, from the front')
  await leaveAndRestore(page, clinic, open)
  await expect(dialog.getByLabel('Description')).toHaveValue('The left knee, from the front')
  await expect(dialog.getByText('29/1000')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => clinic.db.draft.count()).toBe(0)
})
