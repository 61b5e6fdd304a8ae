import type { Page } from '@playwright/test'
import { choose, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ clinic, signIn, page }) => {
  await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
})

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
const adding = (page: Page) => page.getByRole('dialog', { name: 'Add New Patient' })

async function startAdding(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await adding(page).getByLabel('First Name').fill('Jo')
}

test('a form that was only looked at closes at once', async ({ page }) => {
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await adding(page).getByLabel('Last Name').click()
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeHidden()
  await expect(question(page)).toBeHidden()
})

test('what was typed and taken back again is not asked about', async ({ page }) => {
  await startAdding(page)
  await adding(page).getByLabel('First Name').fill('')
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeHidden()
})

test('Esc asks before it throws away what was typed, and gives it back', async ({ page }) => {
  await startAdding(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(adding(page).getByLabel('First Name')).toHaveValue('Jo')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Keep Editing' }).click()
  await expect(adding(page).getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(adding(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Patient' })).toBeFocused()
})

test('a choice from a list counts as a change', async ({ page }) => {
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await adding(page)
    .getByRole('button', { name: /Status/ })
    .click()
  await page.getByRole('option', { name: 'Schedulable' }).click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
})

test('a form that is filled in late is not taken for changed', async ({ page }) => {
  await choose(page, 'Maren Okafor', 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit Patient' })
  await expect(editing.getByLabel('Last Name')).toHaveValue('Okafor')
  await page.keyboard.press('Escape')
  await expect(editing).toBeHidden()
})

test('Cancel and what was saved need no question', async ({ page }) => {
  await startAdding(page)
  await adding(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(adding(page)).toBeHidden()
  await startAdding(page)
  await adding(page).getByLabel('Last Name').fill('Park')
  await adding(page).getByLabel('Email').fill('jo.park@example.test')
  await adding(page).getByRole('button', { name: 'Add Patient' }).click()
  await expect(toast(page, 'Success')).toBeVisible()
  await expect(question(page)).toBeHidden()
})

test('Back asks, and stays where it was', async ({ page }) => {
  await page.getByRole('link', { name: /^Consent Signed/ }).click()
  await expect(page).toHaveURL(/status=consent_signed/)
  await startAdding(page)
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await expect(page).toHaveURL(/status=consent_signed/)
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(adding(page)).toBeHidden()
  await page.goBack()
  await expect(page).not.toHaveURL(/status=/)
})

test('the browser asks before the page is left, and only then', async ({ page }) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  await visit(page, '/consent-forms')
  expect(asked).toEqual([])
  await visit(page, '/patients')
  await startAdding(page)
  await visit(page, '/consent-forms')
  expect(asked).toEqual(['beforeunload'])
})
