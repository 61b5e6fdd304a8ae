import type { Page } from '@playwright/test'
import { figures, quoted } from '#tests/support/quotedTexts.ts'
import { makeReader } from './support/reader.ts'
import { choose, dayFromNow, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

// SPEC.md section 5: each form is submitted with invalid input and shows the text of SPEC.

test('every rule of SPEC is enforced by its form', async ({ page, clinic, signIn }) => {
  const reader = makeReader()
  await reader.over(page.context())
  await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Notes')
  await send(page, 'Add Note', 'Note content is required')
  await choose(page, 'Maren Okafor', 'Upload Records')
  await send(page, 'Upload', 'Please select a file to upload')
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await send(page, 'Add Patient', 'Valid email is required')
  await dropsForNoGoodReason(page)
  await schedulesTheImpossible(page)
  await visit(page, '/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  await send(page, 'Create User', 'Password must be at least 8 characters')
  await changesNothing(page)
  expect(reader.missed(quoted.rules, figures.rules)).toEqual([])
})

/** Submits an invalid form, checks the error, and closes it. */
async function send(page: Page, button: string, said: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog.getByText(said)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function dropsForNoGoodReason(page: Page) {
  await choose(page, 'Maren Okafor', 'Drop Patient')
  const dialog = page.getByRole('dialog')
  for (const [reason, message] of [
    ['Too short', 'Drop reason must be at least 10 characters'],
    ['x'.repeat(1001), 'Drop reason must be less than 1000 characters'],
  ] as const) {
    await dialog.getByLabel('Reason').fill(reason)
    await expect(dialog.getByText(`${reason.length}/1000`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Drop Patient' }).click()
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await visit(page, '/patients')
}

async function schedulesTheImpossible(page: Page) {
  await page.getByRole('button', { name: 'Schedule Consultation: Maren Okafor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill(dayFromNow(7))
  await dialog.getByLabel('Time').fill('25:00')
  await dialog.getByRole('button', { name: 'Schedule Consultation' }).click()
  await expect(dialog.getByText('Location is required')).toBeVisible()
  await dialog.getByLabel('Date').fill('2020-01-06')
  await dialog.getByLabel('Time').fill('09:30')
  await dialog.getByLabel('Location').fill('Room 4')
  await dialog.getByRole('button', { name: 'Schedule Consultation' }).click()
  await expect(dialog.getByText('Consultation date must be in the future')).toBeVisible()
}

async function changesNothing(page: Page) {
  await visit(page, '/change-password')
  const change = page.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(page.getByText('Please confirm your password')).toBeVisible()
  await page.getByLabel('Current Password').fill('anything')
  await page.getByLabel('New Password').first().fill('A-much-better-one-2026')
  await page.getByLabel('Confirm New Password').fill('something else')
  await change.click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
}
