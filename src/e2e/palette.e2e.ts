import type { Page } from '@playwright/test'
import { phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const field = (page: Page) => palette(page).getByRole('searchbox')
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('Ctrl+K goes to a screen by a few letters', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user())
  await visit(page, '/')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('consent')
  await expect(palette(page).getByRole('option')).toHaveText(['Consent Forms'])
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Consent Form Management')).toBeVisible()
})

test('it finds a patient and opens the chart, and only those who are one’s own', async ({
  page,
  clinic,
  signIn,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor', assignedAttorneyId: attorney.id })
  await clinic.patient({ firstName: 'Ana', lastName: 'Okafor' })
  await signIn(attorney)
  await visit(page, '/schedule')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('okaf')
  await expect(palette(page).getByRole('option')).toHaveText([/Jo Okafor/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' })).toBeVisible()
})

test('it starts what this person may do, and nothing else', async ({ page, clinic, signIn, visitor }) => {
  await signIn(await clinic.user())
  await visit(page, '/consent-forms')
  await page.getByRole('button', { name: 'Go to...' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('add')
  await expect(palette(page).getByRole('option')).toHaveText(['Add Patient', 'Add Task'])
  await palette(page).getByRole('option', { name: 'Add Patient' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Patient' }).getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')

  const other = await visitor()
  await signIn(await clinic.user({ role: 'attorney' }), other.context())
  await visit(other, '/consent-forms')
  await other.keyboard.press('Control+k')
  await expect(field(other)).toBeFocused()
  await other.keyboard.type('add')
  await expect(palette(other).getByRole('option')).toHaveText(['Add Task'])
  await other.keyboard.type(' nobody')
  await expect(palette(other).getByText('Nothing found')).toBeVisible()
})

test('keys lead to screens and to a new patient, and type where one types', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(heading(page, 'Patient Management')).toBeVisible()
  await visit(page, '/patients')
  await page.keyboard.press('/')
  await page.keyboard.type('gn?')
  await expect(page.getByRole('searchbox', { name: 'Search patients...' })).toHaveValue('gn?')
  await page.getByRole('main').focus()
  await page.keyboard.press('n')
  const adding = page.getByRole('dialog', { name: 'Add New Patient' })
  await expect(adding.getByLabel('First Name')).toBeFocused()
  await adding.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('?')
  await expect(shortcuts(page), 'a dialog is not reached through').toBeHidden()
})

test('a question mark shows the keys, and single ones can be turned off', async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await page.keyboard.press('?')
  await expect(shortcuts(page).getByText('Go to Schedule')).toBeVisible()
  await shortcuts(page).getByText('Use shortcuts of single keys').click()
  await page.keyboard.press('Escape')
  await expect(shortcuts(page)).toBeHidden()
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Add New Patient' })).toBeHidden()
})

test('the account menu says who one is and leads to what is one’s own', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Park' }))
  await visit(page, '/patients')
  await page.getByRole('button', { name: /account of Rae Park/ }).click()
  const menu = page.getByRole('group', { name: 'Account' })
  await expect(menu).toContainText('Rae Park')
  await expect(menu).toContainText('Staff')
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await menu.getByRole('button', { name: 'Keyboard Shortcuts' }).click()
  await expect(shortcuts(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account of Rae Park/ }).click()
  await menu.getByRole('link', { name: 'Change Password' }).click()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
})

test('on a phone all of it is in the sheet', async ({ clinic, signIn, visitor }) => {
  const page = await visitor(phone)
  await signIn(await clinic.user(), page.context())
  await visit(page, '/patients')
  const sheet = page.getByRole('dialog', { name: 'More' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await sheet.getByRole('button', { name: 'Go to...' }).click()
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await sheet.getByRole('button', { name: 'Sign Out' }).click()
  await expect(heading(page, 'Sign in to Caseload')).toBeVisible()
})
