import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ clinic, signIn, page }) => {
  await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
})

test('the first Tab leads past the navigation', async ({ page }) => {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a dialog opened from a menu keeps the focus, and returns it on closing', async ({ page }) => {
  const button = page.getByRole('button', { name: 'More actions for Maren Okafor' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Drop Patient from Caseload' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus'), 'the focus stays inside').toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})
