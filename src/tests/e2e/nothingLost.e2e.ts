import type { Page } from '@playwright/test'
import { choose, pick, toast, visit } from './support/screen.ts'
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

test('an unchanged form closes at once', async ({ page }) => {
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await adding(page).getByLabel('Last Name').click()
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeHidden()
  await expect(question(page)).toBeHidden()
})

test('a change that was undone causes no question', async ({ page }) => {
  await startAdding(page)
  await adding(page).getByLabel('First Name').fill('')
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeHidden()
})

test('Esc asks before discarding input, and can return to it', async ({ page }) => {
  await startAdding(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(adding(page).getByLabel('First Name')).toHaveValue('Jo')
  await expect(adding(page).getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Keep Editing' }).click()
  await expect(adding(page).getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(adding(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Patient' })).toBeFocused()
})

test('a choice in a select counts as a change', async ({ page }) => {
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await pick(adding(page), /Status/, 'Schedulable')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
})

test('a form that is filled in late does not count as changed', async ({ page }) => {
  await choose(page, 'Maren Okafor', 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit Patient' })
  await expect(editing.getByLabel('Last Name')).toHaveValue('Okafor')
  await page.keyboard.press('Escape')
  await expect(editing).toBeHidden()
})

test('Cancel and saved content cause no question', async ({ page }) => {
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

test('Back asks, and stays on the page', async ({ page }) => {
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

test('the browser asks before leaving a page with changes, and only then', async ({ page, clinic }) => {
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
  await expect.poll(() => clinic.db.draft.count()).toBe(1)
})

const offer = (page: Page) =>
  page.getByText(/^You have unsaved changes from \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M$/)

test('input on a page that was left is offered again, and deleted after submitting', async ({
  page,
  clinic,
}) => {
  await startAdding(page)
  await pick(adding(page), /Status/, 'Schedulable')
  await adding(page).getByLabel('Notes').fill('Prefers\nmornings')
  await visit(page, '/consent-forms')
  await expect.poll(() => clinic.db.draft.count()).toBe(1)

  await visit(page, '/patients')
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await expect(offer(page)).toBeVisible()
  await adding(page).getByRole('button', { name: 'Restore' }).click()
  await expect(offer(page)).toBeHidden()
  await expect(adding(page).getByLabel('First Name')).toHaveValue('Jo')
  await expect(adding(page).getByLabel('Notes')).toHaveValue('Prefers\nmornings')
  await expect(adding(page).getByRole('combobox', { name: /Status/ })).toHaveValue('schedulable')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Keep Editing' }).click()
  await adding(page).getByLabel('Last Name').fill('Park')
  await adding(page).getByLabel('Email').fill('jo.park@example.test')
  await adding(page).getByRole('button', { name: 'Add Patient' }).click()
  await expect(toast(page, 'Success')).toBeVisible()
  await expect.poll(() => clinic.db.draft.count()).toBe(0)
  const added = await clinic.db.patient.findFirst({ where: { lastName: 'Park' } })
  expect(added).toMatchObject({ firstName: 'Jo', status: 'schedulable', notes: 'Prefers\nmornings' })
})

test('a rejected draft is deleted, and an undecided one stays', async ({ page, clinic }) => {
  await startAdding(page)
  await visit(page, '/consent-forms')
  await expect.poll(() => clinic.db.draft.count()).toBe(1)
  await visit(page, '/patients')
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await expect(offer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeHidden()
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await expect(offer(page)).toBeVisible()
  await adding(page).getByRole('button', { name: 'Discard' }).click()
  await expect(offer(page)).toBeHidden()
  await expect.poll(() => clinic.db.draft.count()).toBe(0)
})

test('a draft belongs to one form about one patient', async ({ page, clinic }) => {
  await clinic.patient({ firstName: 'Ana', lastName: 'Ruiz' })
  await page.reload()
  await choose(page, 'Maren Okafor', 'Drop Patient')
  await page.getByLabel('Reason').fill('Moved out of')
  await visit(page, '/patients')
  await expect.poll(() => clinic.db.draft.count()).toBe(1)
  await choose(page, 'Ana Ruiz', 'Drop Patient')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.waitForLoadState('networkidle')
  await expect(offer(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await choose(page, 'Maren Okafor', 'Drop Patient')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Reason')).toHaveValue('Moved out of')
  await expect(page.getByText('12/1000')).toBeVisible()
})
