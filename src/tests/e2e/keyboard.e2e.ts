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

test('a slash focuses the search, except while typing', async ({ page }) => {
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search patients...' })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await page.keyboard.type('a/b')
  await expect(search).toHaveValue('a/b')
})

test('a menu opens, moves and closes by keyboard, and returns the focus', async ({ page }) => {
  const button = page.getByRole('button', { name: 'More actions for Maren Okafor' })
  const items = page.getByRole('menuitem')
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await button.focus()
    await page.keyboard.press(key)
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(items.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(button).toBeFocused()
  }
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

test('the Add Patient dialog returns the focus to its button', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Add Patient' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add New Patient' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})
