import type { Page } from '@playwright/test'
import { pick, toast, visit } from './support/screen.ts'
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

test('Back asks, and stays on the page', { tag: '@long' }, async ({ page }) => {
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

test('the browser asks before leaving a page with changes, and only then', { tag: '@long' }, async ({
  page,
  clinic,
}) => {
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
