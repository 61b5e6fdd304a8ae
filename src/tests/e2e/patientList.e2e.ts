import type { Page } from '@playwright/test'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { rowOf, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** Sixty patients, `Person 01` the oldest. Every third was sent the form, and one has another name. */
async function sixtyPatients(clinic: TestClinic) {
  const createdById = (await clinic.user()).id
  const status = (index: number): PatientStatus => (index % 3 === 0 ? 'consent_sent' : 'pending_consent')
  await clinic.db.patient.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      firstName: index === 29 ? 'José' : 'Kim',
      lastName: index === 29 ? 'Álvarez' : `Person ${two(index + 1)}`,
      email: `person${index + 1}@example.test`,
      status: status(index + 1),
      createdAt: new Date(Date.UTC(2026, 0, 1, 12, index)),
      createdById,
    })),
  })
}

const heading = (page: Page, count: number) => page.getByRole('heading', { name: `Patients (${count})` })
const firstRow = (page: Page) => page.getByRole('row').nth(1)

test.beforeEach(async ({ clinic, signIn, page }) => {
  await sixtyPatients(clinic)
  await signIn(await clinic.user())
  await visit(page, '/patients')
})

test('a search filters the list, is in the URL and survives a reload', async ({ page }) => {
  await expect(heading(page, 60)).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search patients...' })
  await search.fill('jose alv')
  await expect(page).toHaveURL(/\?search=jose\+alv$/)
  await expect(heading(page, 1)).toBeVisible()
  await expect(rowOf(page, 'José Álvarez')).toBeVisible()
  await page.reload()
  await expect(search).toHaveValue('jose alv')
  await expect(heading(page, 1)).toBeVisible()
  await search.fill('nobody of this name')
  await expect(page.getByText('No patients found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(heading(page, 60)).toBeVisible()
  await expect(search).toHaveValue('')
})

test('Enter in the search opens the only patient found, from any screen', { tag: '@long' }, async ({
  page,
}) => {
  const search = page.getByRole('searchbox', { name: 'Search patients...' })
  const chart = page.getByRole('dialog', { name: 'José Álvarez' })
  await search.fill('Álvarez, José')
  await search.press('Enter')
  await expect(chart).toBeVisible()
  await expect(page).not.toHaveURL(/open_only/)
  await page.keyboard.press('Escape')
  await visit(page, '/tasks')
  await search.fill('jose alv')
  await search.press('Enter')
  await expect(chart).toBeVisible()
  await page.keyboard.press('Escape')
  await search.fill('a')
  await search.press('Enter')
  await expect(page).toHaveURL(/\?search=a$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('filter, order and page are in the URL; Back steps through them and a reload keeps them', async ({
  page,
}) => {
  await expect(firstRow(page)).toContainText('Person 60')
  await page.getByRole('link', { name: 'Consent Sent 20' }).click()
  await expect(heading(page, 20)).toBeVisible()
  await page.getByRole('link', { name: 'All 60' }).click()
  await page.getByRole('columnheader', { name: 'Patient' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=name&direction=asc/)
  await expect(firstRow(page)).toContainText('Álvarez')
  await expect(page.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(firstRow(page)).toContainText('Person 25')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('row')).toHaveCount(1 + 10)
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(firstRow(page)).toContainText('Person 25')

  await page.reload()
  await expect(firstRow(page)).toContainText('Person 25')
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(1 + 10)
  await page.goBack()
  await expect(firstRow(page)).toContainText('Person 25')
  await page.goBack()
  await expect(firstRow(page)).toContainText('Álvarez')
  await page.goBack()
  await page.goBack()
  await expect(heading(page, 20)).toBeVisible()
  await expect(page).toHaveURL(/\?status=consent_sent$/)
})

test('a link to a filtered, sorted list shows a colleague the same list', { tag: '@long' }, async ({
  page,
  clinic,
  visitor,
  signIn,
}) => {
  await page.getByRole('link', { name: 'Consent Sent 20' }).click()
  await page.getByRole('columnheader', { name: 'Patient' }).getByRole('link').click()
  await expect(firstRow(page)).toContainText('Álvarez')
  const colleague = await visitor()
  await signIn(await clinic.user(), colleague.context())
  await visit(colleague, page.url())
  await expect(heading(colleague, 20)).toBeVisible()
  await expect(firstRow(colleague)).toContainText('Álvarez')
})

test('an open patient has a URL, and Back closes it', { tag: '@long' }, async ({ page }) => {
  await page.getByRole('link', { name: 'Kim Person 60' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kim Person 60' })
  await expect(dialog).toContainText('person60@example.test')
  await expect(page).toHaveURL(/\?patient=/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog).toContainText('person60@example.test')
})

test('loaded rows are filtered at once, before the server responds', { tag: '@long' }, async ({ page }) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.getByRole('searchbox', { name: 'Search patients...' }).fill('PERSON 60')
  await expect(page.getByRole('row')).toHaveCount(1 + 1)
  await expect(page.getByRole('region', { name: /^Patients/ })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'Patients (…)' })).toBeVisible()
  answer()
  await expect(heading(page, 1)).toBeVisible()
  await expect(page.getByRole('region', { name: /^Patients/ })).toHaveAttribute('aria-busy', 'false')
})
