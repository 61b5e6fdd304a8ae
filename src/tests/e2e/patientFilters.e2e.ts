import type { Page } from '@playwright/test'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const heading = (page: Page, count: number) => page.getByRole('heading', { name: `Patients (${count})` })
const chips = (page: Page) => page.getByRole('navigation', { name: 'Active filters' })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('several filters together narrow the list, survive a reload, and are removed one by one', async ({
  page,
  clinic,
  signIn,
}) => {
  const rosa = await clinic.user({ role: 'attorney', firstName: 'Rosa', lastName: 'Vega' })
  const staff = await clinic.user()
  await clinic.patient({ lastName: 'Long', assignedAttorneyId: rosa.id, statusSince: daysAgo(40) })
  await clinic.patient({ lastName: 'Short', assignedAttorneyId: rosa.id, statusSince: daysAgo(2) })
  await clinic.patient({ lastName: 'Own', assignedAttorneyId: staff.id, statusSince: daysAgo(40) })
  await clinic.patient({ lastName: 'Unassigned', statusSince: daysAgo(40), createdAt: daysAgo(400) })
  await signIn(staff)
  await visit(page, '/patients')
  await expect(heading(page, 4)).toBeVisible()

  await page.getByRole('button', { name: 'Filter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter Patients' })
  await dialog.getByLabel('Assigned To').selectOption('Rosa Vega (Attorney)')
  await dialog.getByLabel('Days in Status, at Least').fill('many')
  await dialog.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(dialog).toContainText('Days in status must be a whole number from 1 to 3,650')
  await dialog.getByLabel('Days in Status, at Least').fill('30')
  await dialog.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(dialog).toBeHidden()
  await expect(heading(page, 1)).toBeVisible()
  await expect(chips(page).getByRole('link')).toHaveText([
    'Assigned to Rosa Vega',
    'In status for 30+ days',
    'Clear Filters',
  ])

  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await expect(page).toHaveURL(/assignedAttorney=.*&minDaysInStatus=30/)
  await chips(page).getByRole('link', { name: 'Remove filter: In status for 30+ days' }).click()
  await expect(heading(page, 2)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 1)).toBeVisible()
  await chips(page).getByRole('link', { name: 'Clear Filters' }).click()
  await expect(heading(page, 4)).toBeVisible()
  await expect(chips(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Filter' }).click()
  await dialog.getByLabel('Created to').fill('2020-01-01')
  await dialog.getByLabel('Created to').press('Enter')
  await expect(page.getByText('No patients found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(heading(page, 4)).toBeVisible()
})

test('a shared view of "my patients" shows each user their own', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  const [admin, staff] = [await clinic.user({ role: 'admin' }), await clinic.user()]
  await clinic.patient({ lastName: 'Adminson', assignedAttorneyId: admin.id })
  await clinic.patient({ lastName: 'Staffson', assignedAttorneyId: staff.id })
  await signIn(admin)
  await visit(page, '/patients?assignedAttorney=me')
  await expect(chips(page).getByRole('link')).toHaveText(['Assigned to me'])
  await expect(page.getByRole('link', { name: /Adminson/ })).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save Current View…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save View' })
  await dialog.getByRole('textbox', { name: /Name/ }).fill('My patients')
  await dialog.getByText('Share with everyone').click()
  await dialog.getByRole('button', { name: 'Save View' }).click()
  await expect(page).toHaveURL(/view=/)

  const office = await visitor()
  await signIn(staff, office.context())
  await visit(office, '/patients')
  await office.getByRole('button', { name: 'Views' }).click()
  await office.getByRole('menuitem', { name: /My patients/ }).click()
  await expect(heading(office, 1)).toBeVisible()
  await expect(office.getByRole('link', { name: /Staffson/ })).toBeVisible()
  await office.reload()
  await expect(chips(office).getByRole('link')).toHaveText(['Assigned to me'])
})
